import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('archiveProject and restoreProject', () => {
  it('BIL-4: archiving frees the place; restoring takes it again and brings the status back', async () => {
    const { chancery, owner, sql, workspaceId, clock, happened } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const create = async (name: string) =>
      (await chancery.workspace.createProject({ name, status: 'planned' }, owner.session)).project;
    const [first] = [await create('One'), await create('Two'), await create('Three')];
    clock.advance({ minutes: 1 });

    const { project: archived } = await chancery.workspace.archiveProject(
      { projectId: first.id },
      owner.session,
    );
    expect(archived).to.include({
      status: 'archived',
      archivedAt: clock.now(),
      updatedAt: clock.now(),
      version: 2,
    });
    const fourth = await create('Four');
    expect(
      await failureOf(chancery.workspace.restoreProject({ projectId: first.id }, owner.session)),
    ).to.equal('plan.limit_reached');
    await chancery.workspace.archiveProject({ projectId: fourth.id }, owner.session);
    const { project: restored } = await chancery.workspace.restoreProject(
      { projectId: first.id },
      owner.session,
    );

    expect(restored).to.include({ status: 'planned', archivedAt: null, version: 3 });
    expect(restored.members).to.deep.equal(first.members);
    expect((await happened()).map(({ type }) => type).slice(3)).to.deep.equal([
      'project.archived',
      'project.created',
      'project.archived',
      'project.restored',
    ]);
  });

  it('refuses a project that is in that state already', async () => {
    const { chancery, owner } = await world();
    const { project } = await chancery.workspace.createProject({ name: 'One' }, owner.session);
    const projectId = project.id;

    expect(await failureOf(chancery.workspace.restoreProject({ projectId }, owner.session))).to.equal(
      'project.invalid_state',
    );
    await chancery.workspace.archiveProject({ projectId }, owner.session);
    expect(await failureOf(chancery.workspace.archiveProject({ projectId }, owner.session))).to.equal(
      'project.invalid_state',
    );
  });

  it('is for owners, admins and leads', async () => {
    const { chancery, person } = await world();
    const [lead, other] = [await person('member'), await person('member')];
    const { project } = await chancery.workspace.createProject({ name: 'One' }, lead.session);

    expect(
      await failureOf(chancery.workspace.archiveProject({ projectId: project.id }, other.session)),
    ).to.equal('permission.denied');
    expect(
      await failureOf(chancery.workspace.archiveProject({ projectId: project.id }, lead.session)),
    ).to.equal('none');
    expect(
      await failureOf(chancery.workspace.restoreProject({ projectId: project.id }, other.session)),
    ).to.equal('permission.denied');
    expect(
      await failureOf(chancery.workspace.restoreProject({ projectId: project.id }, lead.session)),
    ).to.equal('none');
  });
});
