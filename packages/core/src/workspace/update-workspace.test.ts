import {
  failureOf,
  faultsOf,
  longSessions,
  postgresDatabase,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('updateWorkspace', () => {
  it('changes name and logo, keeps what is left out, and records what changed', async () => {
    const { chancery, person, happened } = await world();
    const admin = await person('admin');
    const change = (input: object) => chancery.workspace.updateWorkspace(input, admin.session);

    const { workspace } = await change({ name: ' Neue Praxis ', logoUrl: 'https://example.com/logo.svg' });
    const { workspace: bare } = await change({ logoUrl: null });

    expect(workspace).to.include({
      name: 'Neue Praxis',
      logoUrl: 'https://example.com/logo.svg',
      version: 2,
    });
    expect(bare).to.include({ name: 'Neue Praxis', logoUrl: null, version: 3 });
    expect((await happened()).map(({ type, facts }) => [type, facts])).to.deep.equal([
      ['workspace.updated', { changed: ['name', 'logoUrl'] }],
      ['workspace.updated', { changed: ['logoUrl'] }],
    ]);
  });

  it('changes nothing if nothing differs, and requires at least one field', async () => {
    const { chancery, owner, happened } = await world();

    const { workspace } = await chancery.workspace.updateWorkspace(
      { name: "Ada's workspace" },
      owner.session,
    );

    expect([workspace.version, await happened()]).to.deep.equal([1, []]);
    expect(await faultsOf(chancery.workspace.updateWorkspace({}, owner.session))).to.deep.equal([
      ' field.required',
    ]);
  });

  it('refuses an old version, and an admin who changes the slug', async () => {
    const { chancery, owner, person } = await world();
    const admin = await person('admin');

    expect(
      await failureOf(chancery.workspace.updateWorkspace({ name: 'x', expectedVersion: 7 }, owner.session)),
    ).to.equal('version_conflict');
    expect(
      await failureOf(chancery.workspace.updateWorkspace({ slug: 'other-slug' }, admin.session)),
    ).to.equal('permission.denied');
  });

  it('WSP-9: a former slug stays reserved for its workspace for 90 days, and is free afterwards', async () => {
    const { chancery, owner, stranger, clock } = await world({
      settings: { accessTokenSeconds: 95 * 86_400 },
    });
    const other = await stranger();
    const [mine, next] = [`mine-${owner.id.slice(-12)}`, `next-${owner.id.slice(-12)}`];
    const change = (slug: string, who = owner) =>
      failureOf(chancery.workspace.updateWorkspace({ slug }, who.session));
    const create = (slug: string) =>
      failureOf(chancery.workspace.createWorkspace({ name: 'Theirs', slug }, other.session));
    expect([await change(mine), await change(next)]).to.deep.equal(['none', 'none']);

    expect([await create(mine), await change(mine, other), await create(next)]).to.deep.equal([
      'workspace.slug_taken',
      'workspace.slug_taken',
      'workspace.slug_taken',
    ]);
    expect([await change(mine), await change(next)]).to.deep.equal(['none', 'none']);
    clock.advance({ days: 29, hours: 23 });
    expect(await create(mine)).to.equal('workspace.slug_taken');
    clock.advance({ days: 60 });
    const later = await stranger();
    const claim = () =>
      failureOf(chancery.workspace.createWorkspace({ name: 'Later', slug: mine }, later.session));
    expect(await claim()).to.equal('workspace.slug_taken');
    clock.advance({ hours: 1 });
    expect(await claim()).to.equal('none');
  });

  it('WSP-9: if a slug is given up and claimed at the same moment, the former workspace keeps it, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, stranger } = await world({ database, ...longSessions });
    const other = await stranger();
    await chancery.workspace.updateWorkspace({ slug: 'contested' }, owner.session);

    const [moved, taken] = await Promise.all([
      failureOf(chancery.workspace.updateWorkspace({ slug: 'elsewhere' }, owner.session)),
      failureOf(chancery.workspace.createWorkspace({ name: 'X', slug: 'contested' }, other.session)),
    ]);

    expect([moved, taken]).to.deep.equal(['none', 'workspace.slug_taken']);
    await database.close();
  });
});
