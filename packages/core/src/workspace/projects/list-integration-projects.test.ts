import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listIntegrationProjects', () => {
  it('INT-2: returns projects, count and workspaceId, each project with exactly eleven fields', async () => {
    const { chancery, owner, apiKey, workspaceId, clock } = await world();
    const { project } = await chancery.workspace.createProject(
      { name: 'Audit', startDate: '2026-05-04' },
      owner.session,
    );

    const answer = await chancery.workspace.listIntegrationProjects(
      {},
      (await apiKey('projects.read')).caller,
    );

    expect(answer).to.deep.equal({
      projects: [
        {
          id: project.id,
          key: 'AUD',
          name: 'Audit',
          description: '',
          priority: 'medium',
          status: 'active',
          color: project.color,
          startDate: '2026-05-04',
          targetDate: null,
          createdAt: clock.now(),
          updatedAt: clock.now(),
        },
      ],
      count: 1,
      workspaceId,
    });
  });

  it('INT-3: gives the 500 latest updated of 501, and none that is archived or private', async () => {
    const { chancery, owner, apiKey, sql, workspaceId, clock } = await world();
    const make = async (input: { name: string; visibility?: 'private' }) =>
      (await chancery.workspace.createProject(input, owner.session)).project;
    await make({ name: 'Private', visibility: 'private' });
    await chancery.workspace.archiveProject(
      { projectId: (await make({ name: 'Archived' })).id },
      owner.session,
    );
    await sql(
      `insert into projects (id, workspace_id, key, name, description, priority, status, visibility, color, created_at, updated_at, version)
       select gen_random_uuid(), $1, 'K' || n, 'Project ' || n, '', 'low', 'active', 'workspace', '#1f6feb', $2::timestamptz, $2::timestamptz + n * interval '1 second', 1
       from generate_series(1, 501) n`,
      [workspaceId, clock.now()],
    );

    const { projects, count } = await chancery.workspace.listIntegrationProjects(
      {},
      (await apiKey('projects.read')).caller,
    );

    expect(count).to.equal(500);
    expect(projects.map(({ key }) => key)).to.deep.equal(
      Array.from({ length: 500 }, (_, index) => `K${501 - index}`),
    );
  });

  it('KEY-7: needs the scope projects.read', async () => {
    const { chancery, apiKey } = await world();

    expect(
      await failureOf(chancery.workspace.listIntegrationProjects({}, (await apiKey('members.read')).caller)),
    ).to.equal('scope.missing');
  });
});
