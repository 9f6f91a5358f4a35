import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listProjects', () => {
  it('lists the most recently updated first, page by page, without archived projects', async () => {
    const { chancery, owner, clock } = await world();
    const made = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      clock.advance({ seconds: 1 });
      made.push((await chancery.workspace.createProject({ name }, owner.session)).project);
    }
    clock.advance({ seconds: 1 });
    await chancery.workspace.updateProject(
      { projectId: made[0]?.id ?? '', description: 'Moved up' },
      owner.session,
    );
    await chancery.workspace.archiveProject({ projectId: made[2]?.id ?? '' }, owner.session);

    const first = await chancery.workspace.listProjects({ limit: 2 }, owner.session);
    const second = await chancery.workspace.listProjects(
      { limit: 2, cursor: first.nextCursor ?? '' },
      owner.session,
    );

    expect([...first.projects, ...second.projects].map(({ name }) => name)).to.deep.equal([
      'One',
      'Four',
      'Two',
    ]);
    expect([first.count, second.count, second.nextCursor]).to.deep.equal([2, 1, null]);
    expect(
      (await chancery.workspace.listProjects({ status: 'archived' }, owner.session)).projects.map(
        ({ name }) => name,
      ),
    ).to.deep.equal(['Three']);
    expect(
      (await chancery.workspace.listProjects({ search: 'ONE' }, owner.session)).projects.map(
        ({ name }) => name,
      ),
    ).to.deep.equal(['One']);
    expect(
      (await chancery.workspace.listProjects({ search: 'fou' }, owner.session)).projects.map(
        ({ key }) => key,
      ),
    ).to.deep.equal(['FOU']);
  });

  it('PRJ-2, WSP-8: shows owners and admins all projects, members the open ones and their own, guests their own', async () => {
    const { chancery, owner, person, application } = await world();
    const [admin, member, guest] = [await person('admin'), await person('member'), await person('guest')];
    const make = async (name: string, visibility: 'workspace' | 'private', ...members: string[]) => {
      const { project } = await chancery.workspace.createProject({ name, visibility }, owner.session);
      for (const userId of members)
        await chancery.workspace.setProjectMember(
          { projectId: project.id, userId, role: 'viewer' },
          owner.session,
        );
    };
    await make('Open', 'workspace');
    await make('Shared', 'workspace', guest.id);
    await make('Secret', 'private');
    await make('Ours', 'private', member.id, guest.id);
    const seen = async (caller: typeof owner, input = {}) =>
      (await chancery.workspace.listProjects(input, caller.session)).projects.map(({ name }) => name).sort();

    expect(await seen(owner)).to.deep.equal(['Open', 'Ours', 'Secret', 'Shared']);
    expect(await seen(admin)).to.deep.equal(['Open', 'Ours', 'Secret', 'Shared']);
    expect(await seen(member)).to.deep.equal(['Open', 'Ours', 'Shared']);
    expect(await seen(guest)).to.deep.equal(['Ours', 'Shared']);
    expect(await seen(member, { visibility: 'private' })).to.deep.equal(['Ours']);
    expect(await seen(member, { search: 'secret' })).to.deep.equal([]);
    const { secret } = await chancery.integrations.createApiKey(
      { name: 'Reader', scopes: ['projects.read'] },
      owner.session,
    );
    expect(
      (await chancery.workspace.listIntegrationProjects({}, application(secret))).projects
        .map(({ name }) => name)
        .sort(),
    ).to.deep.equal(['Open', 'Shared']);
  });
});
