import { failureOf, postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('suspendMember', () => {
  it('WSP-7: stops the next request in this workspace, and records the reason outside the chain', async () => {
    const { chancery, owner, person, clock, happened } = await world();
    const grace = await person('member');

    const { member } = await chancery.workspace.suspendMember(
      { userId: grace.id, reason: 'Lost laptop' },
      owner.session,
    );

    expect(member).to.include({ status: 'suspended', suspendedAt: clock.now(), version: 2 });
    expect(await failureOf(chancery.workspace.getWorkspace({}, grace.session))).to.equal('member.suspended');
    expect(await happened()).to.deep.equal([
      { type: 'member.suspended', target: { kind: 'member', id: grace.id }, facts: { role: 'member' } },
    ]);
  });

  it('WSP-5: frees the seat', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    const grace = await person('member');
    await sql('update usage_counters set used = 2 where workspace_id = $1', [workspaceId]);

    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);

    expect(
      await sql('select code, used from usage_counters where workspace_id = $1', [workspaceId]),
    ).to.deep.equal([{ code: 'members', used: 1 }]);
  });

  it('refuses yourself, and a member who is suspended already', async () => {
    const { chancery, owner, person } = await world();
    const grace = await person('admin');
    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);

    expect(await failureOf(chancery.workspace.suspendMember({ userId: owner.id }, owner.session))).to.equal(
      'member.self',
    );
    expect(await failureOf(chancery.workspace.suspendMember({ userId: grace.id }, owner.session))).to.equal(
      'member.invalid_state',
    );
  });

  it('WSP-2: follows what the role covers', async () => {
    const { chancery, owner, person } = await world();
    const admin = await person('admin');
    const member = await person('member');
    const suspend = (caller: typeof owner, userId: string) =>
      failureOf(chancery.workspace.suspendMember({ userId }, caller.session));

    expect(await suspend(member, admin.id)).to.equal('permission.denied');
    expect(await suspend(admin, owner.id)).to.equal('permission.denied');
    expect(await suspend(admin, member.id)).to.equal('none');
  });

  it('WSP-1: of two owners who suspend each other at the same time, one succeeds', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, person } = await world({ database });
    const grace = await person('owner');
    const suspend = (caller: typeof owner, userId: string) =>
      failureOf(chancery.workspace.suspendMember({ userId }, caller.session));

    const answers = await Promise.all([suspend(owner, grace.id), suspend(grace, owner.id)]);

    expect(answers).to.include('none');
    expect(
      answers.filter((code) => code === 'workspace.last_owner' || code === 'member.suspended'),
    ).to.have.length(1);
    await database.close();
  });

  it('PRJ-4: makes the person who suspends a lead of projects that nobody else leads', async () => {
    const { chancery, owner, person, happened } = await world();
    const grace = await person('member', 'Grace');
    const { project } = await chancery.workspace.createProject({ name: 'Alone' }, grace.session);

    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);

    const after = await chancery.workspace.getProject({ projectId: project.id }, owner.session);
    expect(after.project.members.map(({ userId, role }) => `${userId} ${role}`)).to.have.members([
      `${grace.id} lead`,
      `${owner.id} lead`,
    ]);
    expect(after.project).to.include({ leadUserId: owner.id, version: 2 });
    expect((await happened()).map(({ type }) => type)).to.deep.equal([
      'project.created',
      'member.suspended',
      'project.member_changed',
    ]);
  });
});
