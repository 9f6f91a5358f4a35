import { failureOf, postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { roles } from '../../kernel/access.ts';

describe('updateMember', () => {
  it('changes the role from the next request on, and records both', async () => {
    const { chancery, owner, person, clock, happened } = await world();
    const grace = await person('member');
    clock.advance({ seconds: 5 });

    const { member } = await chancery.workspace.updateMember(
      { userId: grace.id, role: 'guest' },
      owner.session,
    );

    expect(member).to.include({ role: 'guest', version: 2, updatedAt: clock.now() });
    expect(await failureOf(chancery.workspace.listMembers({}, grace.session))).to.equal('permission.denied');
    expect(await happened()).to.deep.equal([
      {
        type: 'member.role_changed',
        target: { kind: 'member', id: grace.id },
        facts: { role: 'guest', roleBefore: 'member' },
      },
    ]);
  });

  it('PRJ-4: makes whoever makes somebody a guest a lead of the projects that nobody else could lead', async () => {
    const { chancery, owner, person, happened } = await world();
    const [grace, other] = [await person('member', 'Grace'), await person('member', 'Other')];
    const { project: alone } = await chancery.workspace.createProject({ name: 'Alone' }, grace.session);
    const { project: shared } = await chancery.workspace.createProject({ name: 'Shared' }, grace.session);
    await chancery.workspace.setProjectMember(
      { projectId: shared.id, userId: other.id, role: 'lead' },
      grace.session,
    );

    await chancery.workspace.updateMember({ userId: grace.id, role: 'guest' }, owner.session);

    const leads = async (projectId: string) =>
      (await chancery.workspace.getProject({ projectId }, owner.session)).project.members
        .filter(({ role }) => role === 'lead')
        .map(({ userId }) => userId);
    expect(await leads(alone.id)).to.have.members([grace.id, owner.id]);
    expect(await leads(shared.id)).to.have.members([grace.id, other.id]);
    expect((await happened()).at(-1)).to.deep.include({ type: 'project.member_changed' });
    // A guest is no lead who could stay alone.
    expect(
      await failureOf(
        chancery.workspace.removeProjectMember({ projectId: shared.id, userId: other.id }, owner.session),
      ),
    ).to.equal('project.last_lead');
  });

  it('PRJ-4: lets an owner who becomes a guest hand projects to another owner', async () => {
    const { chancery, owner, person } = await world();
    const grace = await person('owner', 'Grace');
    const { project } = await chancery.workspace.createProject({ name: 'Alone' }, owner.session);

    await chancery.workspace.updateMember({ userId: owner.id, role: 'guest' }, owner.session);

    const after = await chancery.workspace.getProject({ projectId: project.id }, grace.session);
    expect(after.project.leadUserId).to.equal(grace.id);
  });

  for (const own of roles) {
    for (const before of roles) {
      for (const after of roles.filter((role) => role !== before)) {
        const managed = (role: string) => role === 'member' || role === 'guest';
        const allowed = own === 'owner' || (own === 'admin' && managed(before) && managed(after));
        it(`WSP-2: ${allowed ? 'lets' : 'refuses'} ${own} to make ${before} ${after}`, async () => {
          const { chancery, owner, person } = await world();
          const caller = own === 'owner' ? owner : await person(own, 'Caller');
          const other = await person(before, 'Other');

          const answer = await failureOf(
            chancery.workspace.updateMember({ userId: other.id, role: after }, caller.session),
          );

          expect(answer).to.equal(allowed ? 'none' : 'permission.denied');
          expect(
            (await chancery.workspace.getMember({ userId: other.id }, owner.session)).member.role,
          ).to.equal(allowed ? after : before);
        });
      }
    }
  }

  it('WSP-2: makes an owner only after a recent proof of the password', async () => {
    const { chancery, owner, person, clock } = await world({ settings: { accessTokenSeconds: 3600 } });
    const grace = await person('admin');
    clock.advance({ minutes: 16 });

    expect(
      await failureOf(chancery.workspace.updateMember({ userId: grace.id, role: 'owner' }, owner.session)),
    ).to.equal('auth.reauthentication_required');
    expect(
      await failureOf(chancery.workspace.updateMember({ userId: grace.id, role: 'member' }, owner.session)),
    ).to.equal('none');
  });

  it('WSP-1: keeps the last owner, and does not count an owner who is suspended or whose account is', async () => {
    const { chancery, owner, person, sql } = await world();
    const grace = await person('owner');
    const demote = () =>
      failureOf(chancery.workspace.updateMember({ userId: owner.id, role: 'admin' }, owner.session));

    await sql("update accounts set status = 'suspended' where id = $1", [grace.id]);
    expect(await demote()).to.equal('workspace.last_owner');
    await sql("update accounts set status = 'active' where id = $1", [grace.id]);
    await sql("update memberships set status = 'suspended' where id = $1", [grace.membershipId]);
    expect(await demote()).to.equal('workspace.last_owner');
    await sql("update memberships set status = 'active' where id = $1", [grace.membershipId]);
    expect(await demote()).to.equal('none');
  });

  it('WSP-1: of two owners who demote each other at the same time, one succeeds', async () => {
    const database = await postgresDatabase();
    for (let round = 0; round < 5; round += 1) {
      const { chancery, owner, person, sql, workspaceId } = await world({ database });
      const grace = await person('owner');
      const demote = (caller: typeof owner, userId: string) =>
        failureOf(chancery.workspace.updateMember({ userId, role: 'member' }, caller.session));

      const answers = await Promise.all([demote(owner, grace.id), demote(grace, owner.id)]);

      // The one who starts after the other's commit is no longer an owner, and gets that failure instead.
      expect(answers).to.include('none');
      expect(
        answers.filter((code) => code === 'workspace.last_owner' || code === 'permission.denied'),
      ).to.have.length(1);
      expect(
        await sql("select count(*)::int owners from memberships where workspace_id = $1 and role = 'owner'", [
          workspaceId,
        ]),
      ).to.deep.equal([{ owners: 1 }]);
    }
    await database.close();
  });

  it('WSP-1: waits for a concurrent change of roles, and counts owners afterwards', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, person, workspaceId } = await world({ database });
    const grace = await person('owner');
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query('select id from workspaces where id = $1 for no key update', [workspaceId]);

    const demotion = failureOf(
      chancery.workspace.updateMember({ userId: owner.id, role: 'member' }, owner.session),
    );
    const waiting = async () =>
      (
        await database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount === 1;
    while (!(await waiting()));
    await other.query("update memberships set role = 'member' where id = $1", [grace.membershipId]);
    await other.query('commit');
    other.release();

    expect(await demotion).to.equal('workspace.last_owner');
    await database.close();
  });

  it('WSP-5: takes a seat for a guest who becomes a member, or refuses if none is free', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const guest = await person('guest');
    await sql("insert into usage_counters values ($1, 'guests', 'epoch', 1)", [workspaceId]);
    const used = () =>
      sql('select code, used from usage_counters where workspace_id = $1 order by code desc', [workspaceId]);
    const promote = () =>
      failureOf(chancery.workspace.updateMember({ userId: guest.id, role: 'member' }, owner.session));

    await sql("update usage_counters set used = 3 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);
    expect(await promote()).to.equal('plan.limit_reached');
    await sql("update usage_counters set used = 2 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);
    expect(await promote()).to.equal('none');

    expect(await used()).to.deep.equal([
      { code: 'members', used: 3 },
      { code: 'guests', used: 0 },
    ]);
  });

  it('names the current version if the caller sends an older one', async () => {
    const { chancery, owner, person } = await world();
    const grace = await person('member');
    await chancery.workspace.updateMember(
      { userId: grace.id, role: 'guest', expectedVersion: 1 },
      owner.session,
    );

    const refusal = await chancery.workspace
      .updateMember({ userId: grace.id, role: 'admin', expectedVersion: 1 }, owner.session)
      .catch((error: unknown) => error);

    expect(refusal).to.include({ code: 'version_conflict' });
    expect(refusal).to.have.deep.property('details', [
      { path: '/expectedVersion', code: 'version_conflict', message: 'The current version is 2.' },
    ]);
  });
});
