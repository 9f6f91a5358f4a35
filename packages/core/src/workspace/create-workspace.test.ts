import {
  aStranger,
  failureOf,
  faultsOf,
  postgresDatabase,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('createWorkspace', () => {
  it('makes the caller its owner, with the first seat and a ledger of its own', async () => {
    const { chancery, owner, sql } = await world();

    const { workspace, membership } = await chancery.workspace.createWorkspace(
      { name: 'Zweite Praxis', timeZone: 'Europe/Berlin', locale: 'de' },
      owner.session,
    );

    expect(workspace).to.include({
      name: 'Zweite Praxis',
      status: 'active',
      planCode: 'self_hosted',
      version: 1,
    });
    expect(workspace.slug).to.match(/^zweite-praxis(-\d+)?$/);
    expect(membership).to.include({ id: owner.id, email: owner.email, role: 'owner', status: 'active' });
    const switched = await chancery.identity.switchWorkspace({ workspaceId: workspace.id }, owner.session);
    const { settings } = await chancery.workspace.getSettings(
      {},
      aStranger({ credential: switched.accessToken }),
    );
    expect(settings).to.include({ defaultTimeZone: 'Europe/Berlin', defaultLocale: 'de' });
    const ledger = await sql<{ payload: Uint8Array }>(
      'select payload from audit_event where ledger_id = $1 order by seq',
      [workspace.id],
    );
    expect(
      ledger.map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')).action).slice(0, 2),
    ).to.deep.equal(['workspace.created', 'member.joined']);
    expect(
      await sql('select code, used::integer used from usage_counters where workspace_id = $1', [
        workspace.id,
      ]),
    ).to.deep.equal([{ code: 'members', used: 1 }]);
  });

  it('claims the slug that is given, or says that it is taken; without one it finds a free slug', async () => {
    const { chancery, owner, stranger } = await world();
    const slug = `practice-${owner.id.slice(-12)}`;
    const create = async (input: { name: string; slug?: string }, who = owner) =>
      (await chancery.workspace.createWorkspace(input, who.session)).workspace.slug;

    expect(await create({ name: 'Practice', slug })).to.equal(slug);
    const other = await stranger();
    expect(await failureOf(create({ name: 'Practice', slug }, other))).to.equal('workspace.slug_taken');
    expect(await create({ name: slug }, other)).to.equal(`${slug}-2`);
    expect(await create({ name: slug }, other)).to.equal(`${slug}-3`);
  });

  it('names what is wrong with the input', async () => {
    const { chancery, owner } = await world();
    const create = (input: object) =>
      faultsOf(chancery.workspace.createWorkspace(input as { name: string }, owner.session));

    expect(await create({ name: '', slug: '-x' })).to.deep.equal([
      '/name field.length',
      '/slug field.out_of_range',
      '/slug field.invalid',
    ]);
    expect(await create({ name: 'Practice', timeZone: 'Europe/Atlantis' })).to.deep.equal([
      '/timeZone time_zone.unknown',
    ]);
  });

  it('a person owns at most twenty workspaces; closed ones do not count', async () => {
    const { chancery, owner, sql } = await world();
    const create = () => failureOf(chancery.workspace.createWorkspace({ name: 'One more' }, owner.session));
    for (let owned = 1; owned < 20; owned += 1) expect(await create()).to.equal('none');

    expect(await create()).to.equal('plan.limit_reached');
    await sql(
      "update workspaces set status = 'closed' where id in (select workspace_id from memberships where user_id = $1) and id <> $2",
      [owner.id, owner.workspaceId],
    );
    expect(await create()).to.equal('none');
  });

  it('PLT-13: refuses an unverified person if verification is required', async () => {
    const { chancery, owner, sql } = await world({ settings: { emailVerification: 'required' } });
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(await failureOf(chancery.workspace.createWorkspace({ name: 'Mine' }, owner.session))).to.equal(
      'auth.email_unverified',
    );
  });

  it('works for a person who has no workspace left', async () => {
    const { chancery, owner, person } = await world();
    const bob = await person('member');
    await chancery.workspace.removeMember({ userId: bob.id }, owner.session);

    expect(await failureOf(chancery.workspace.createWorkspace({ name: 'My own' }, bob.session))).to.equal(
      'none',
    );
  });

  it('WSP-9: if many race for one slug, one gets it, on PostgreSQL; equal names get slugs of their own', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, stranger } = await world({ database });
    const people = [owner, await stranger(), await stranger(), await stranger()];
    const named = await Promise.all(
      people.map(({ session }) =>
        failureOf(chancery.workspace.createWorkspace({ name: 'Wanted', slug: 'wanted' }, session)),
      ),
    );
    const derived = await Promise.all(
      people.map(
        async ({ session }) =>
          (await chancery.workspace.createWorkspace({ name: 'Same Name' }, session)).workspace.slug,
      ),
    );

    expect(named.sort()).to.deep.equal([
      'none',
      'workspace.slug_taken',
      'workspace.slug_taken',
      'workspace.slug_taken',
    ]);
    expect(derived.sort()).to.deep.equal(['same-name', 'same-name-2', 'same-name-3', 'same-name-4']);
    await database.close();
  });

  it('the limit of twenty holds however many are created at once, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const { chancery, owner } = await world({ database });

    const outcomes = await Promise.all(
      Array.from({ length: 24 }, () =>
        failureOf(chancery.workspace.createWorkspace({ name: 'Rush' }, owner.session)),
      ),
    );

    expect(outcomes.filter((code) => code === 'none').length).to.equal(19);
    expect(outcomes.filter((code) => code === 'plan.limit_reached').length).to.equal(5);
    await database.close();
  });
});
