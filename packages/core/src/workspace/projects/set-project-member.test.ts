import { failureOf, faultsOf, noon, postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('setProjectMember', () => {
  it('adds a member, changes the role, and gives the project a new version each time', async () => {
    const { chancery, owner, person, clock, happened } = await world();
    const grace = await person('guest', 'Grace');
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const projectId = project.id;
    clock.advance({ minutes: 1 });
    const added = clock.now();

    await chancery.workspace.setProjectMember({ projectId, userId: grace.id, role: 'viewer' }, owner.session);
    clock.advance({ minutes: 1 });
    const { project: after } = await chancery.workspace.setProjectMember(
      { projectId, userId: grace.id, role: 'contributor' },
      owner.session,
    );

    expect(after).to.include({ version: 3, updatedAt: clock.now() });
    expect(after.members[1]).to.deep.equal({
      userId: grace.id,
      displayName: 'Grace',
      role: 'contributor',
      addedAt: added,
    });
    expect((await happened()).slice(1).map(({ type, facts }) => [type, facts])).to.deep.equal([
      ['project.member_changed', { userId: grace.id, role: 'viewer' }],
      ['project.member_changed', { userId: grace.id, role: 'contributor' }],
    ]);
  });

  it('accepts only active members of the workspace, and only an open project', async () => {
    const { chancery, owner, person, stranger } = await world();
    const grace = await person('member');
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const set = (userId: string) =>
      failureOf(
        chancery.workspace.setProjectMember({ projectId: project.id, userId, role: 'viewer' }, owner.session),
      );

    expect(await set((await stranger()).id)).to.equal('member.not_found');
    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);
    expect(await set(grace.id)).to.equal('member.not_found');
    await chancery.workspace.archiveProject({ projectId: project.id }, owner.session);
    expect(await set((await person('member')).id)).to.equal('project.archived');
  });

  it('PRJ-4: no guest leads a project, in which guests may change nothing', async () => {
    const { chancery, owner, person } = await world();
    const { workspace } = chancery;
    const gus = await person('guest', 'Gus');
    const { project } = await workspace.createProject({ name: 'Audit' }, owner.session);
    const projectId = project.id;

    const led = { leadUserId: gus.id };
    expect(await faultsOf(workspace.createProject({ name: 'Other', ...led }, owner.session))).to.deep.equal([
      '/leadUserId field.invalid',
    ]);
    expect(await faultsOf(workspace.updateProject({ projectId, ...led }, owner.session))).to.deep.equal([
      '/leadUserId field.invalid',
    ]);
    const lead = { projectId, userId: gus.id, role: 'lead' } as const;
    expect(await faultsOf(workspace.setProjectMember(lead, owner.session))).to.deep.equal([
      '/role field.invalid',
    ]);
    const { project: after } = await workspace.setProjectMember(
      { projectId, userId: gus.id, role: 'contributor' },
      owner.session,
    );
    expect([after.version, after.leadUserId]).to.deep.equal([project.version + 1, owner.id]);
  });

  it('PRJ-4: keeps a lead who is active', async () => {
    const { chancery, owner, person } = await world();
    const [grace, linus] = [await person('member'), await person('member')];
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, grace.session);
    const projectId = project.id;
    const demote = () =>
      failureOf(
        chancery.workspace.setProjectMember({ projectId, userId: grace.id, role: 'viewer' }, owner.session),
      );

    expect(await demote()).to.equal('project.last_lead');
    expect(
      await failureOf(chancery.workspace.removeProjectMember({ projectId, userId: grace.id }, grace.session)),
    ).to.equal('project.last_lead');
    await chancery.workspace.setProjectMember({ projectId, userId: linus.id, role: 'lead' }, grace.session);
    await chancery.workspace.suspendMember({ userId: linus.id }, owner.session);
    expect(await demote()).to.equal('project.last_lead');
    await chancery.workspace.reactivateMember({ userId: linus.id }, owner.session);
    expect(await demote()).to.equal('none');
    expect((await chancery.workspace.getProject({ projectId }, owner.session)).project.leadUserId).to.equal(
      linus.id,
    );
  });

  it('PRJ-4: lets one of two leads who step down at once go', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, person } = await world({ database });
    const grace = await person('member');
    const { project } = await chancery.workspace.createProject(
      { name: 'Audit', leadUserId: grace.id },
      owner.session,
    );
    const leave = (caller: typeof owner) =>
      failureOf(
        chancery.workspace.removeProjectMember({ projectId: project.id, userId: caller.id }, caller.session),
      );

    expect(await Promise.all([leave(owner), leave(grace)])).to.have.members(['none', 'project.last_lead']);
    await database.close();
  });

  it('holds at most 500 members', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    const { project } = await chancery.workspace.createProject({ name: 'Crowd' }, owner.session);
    await sql(
      `with people as (
         insert into accounts (id, display_name, locale, time_zone, status, created_at, updated_at, version)
         select 'usr_' || md5(random()::text), 'P' || n, 'en', 'UTC', 'active', timestamptz '${noon}', timestamptz '${noon}', 1 from generate_series(1, 499) n returning id
       ), joined as (
         insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, joined_at, updated_at, version)
         select gen_random_uuid(), $1, id, 'member', 'active', id, id, timestamptz '${noon}', timestamptz '${noon}', 1 from people returning user_id
       )
       insert into project_members select $1, $2::uuid, user_id, 'viewer', timestamptz '${noon}' from joined`,
      [workspaceId, project.id],
    );
    const grace = await person('member');

    expect(
      await failureOf(
        chancery.workspace.setProjectMember(
          { projectId: project.id, userId: grace.id, role: 'viewer' },
          owner.session,
        ),
      ),
    ).to.equal('project.member_limit');
  });
});
