import { failureOf, type Person, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isScopeAccess, reachOf, roles } from '../../kernel/access.ts';
import { useCases } from '../../pipeline/declarations.ts';

/**
 * The writes that work while a workspace is closing (WSP-11). Whoever adds an export names it here; session rows are
 * account rows, which no workspace stands in the way of.
 */
const open: readonly string[] = ['reopenWorkspace', 'removeMember'];

describe('WSP-11: a workspace that is closing', () => {
  let made: World;
  const people = new Map<string, Person>();
  before(async () => {
    made = await world();
    people.set('owner', made.owner);
    for (const role of ['admin', 'member', 'guest'] as const) people.set(role, await made.person(role));
    const { workspace } = await made.chancery.workspace.getWorkspace({}, made.owner.session);
    await made.chancery.workspace.closeWorkspace({ confirmSlug: workspace.slug }, made.owner.session);
  });

  for (const { context, name, useCase } of useCases()) {
    const { access } = useCase;
    if (typeof access !== 'object') continue;
    if (isScopeAccess(access)) continue;
    const role = roles.find((known) => reachOf(access, known) !== null) ?? 'owner';
    const isRead = useCase.kind === 'query' || useCase.countsAsRead === true;
    const refused = !isRead && !open.includes(name);
    it(`WSP-11: ${context}.${name} ${refused ? 'is refused' : 'works'}`, async () => {
      const who = people.get(role) ?? made.owner;

      const code = await failureOf(made.chancery.execute(name, useCase, { unknown: true }, who.session));

      if (refused) expect(code).to.equal('workspace.not_active');
      else expect(code).to.not.equal('workspace.not_active');
    });
  }

  it('WSP-11: endpoints of the account, such as sessions, work', async () => {
    const { chancery, owner } = made;

    expect(await failureOf(chancery.identity.listSessions({}, owner.session))).to.equal('none');
    expect(await failureOf(chancery.identity.updateMe({ jobTitle: 'Retired' }, owner.session))).to.equal(
      'none',
    );
    expect(await failureOf(chancery.workspace.listWorkspaces({}, owner.session))).to.equal('none');
    const guest = people.get('guest');
    if (guest === undefined) throw new Error('No guest');
    expect(await failureOf(chancery.identity.logout({}, guest.session))).to.equal('none');
  });

  it('WSP-11: keys are refused', async () => {
    const fresh = await world();
    const { caller } = await fresh.apiKey();
    const { workspace } = await fresh.chancery.workspace.getWorkspace({}, fresh.owner.session);
    await fresh.chancery.workspace.closeWorkspace({ confirmSlug: workspace.slug }, fresh.owner.session);

    for (const { name, useCase } of useCases().filter((entry) => isScopeAccess(entry.useCase.access)))
      expect(await failureOf(fresh.chancery.execute(name, useCase, {}, caller)), name).to.equal(
        'workspace.not_active',
      );
  });
});
