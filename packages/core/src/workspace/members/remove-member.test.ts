import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('removeMember', () => {
  it('WSP-7: ends the membership at the next request, and leaves account and other workspaces as they are', async () => {
    const { chancery, owner, person, happened, sql } = await world();
    const grace = await person('member');

    const { member } = await chancery.workspace.removeMember({ userId: grace.id }, owner.session);

    expect(member).to.include({ status: 'removed', version: 2 });
    expect(await failureOf(chancery.workspace.getWorkspace({}, grace.session))).to.equal(
      'workspace.none_active',
    );
    expect(await failureOf(chancery.workspace.getMember({ userId: grace.id }, owner.session))).to.equal(
      'member.not_found',
    );
    expect(
      await sql('select status from memberships where user_id = $1 order by status', [grace.id]),
    ).to.deep.equal([{ status: 'active' }, { status: 'removed' }]);
    expect(await happened()).to.deep.equal([
      {
        type: 'member.removed',
        target: { kind: 'member', id: grace.id },
        facts: { role: 'member', left: false, heirUserId: null },
      },
    ]);
  });

  it('lets a suspended member leave, and do nothing else here', async () => {
    const { chancery, owner, person } = await world();
    const [admin, other] = [await person('admin'), await person('member')];
    await chancery.workspace.suspendMember({ userId: admin.id }, owner.session);

    expect(await failureOf(chancery.workspace.removeMember({ userId: other.id }, admin.session))).to.equal(
      'member.suspended',
    );
    expect(await failureOf(chancery.workspace.listMembers({}, admin.session))).to.equal('member.suspended');
    expect(await failureOf(chancery.workspace.removeMember({ userId: admin.id }, admin.session))).to.equal(
      'none',
    );
  });

  for (const role of ['admin', 'member', 'guest'] as const) {
    it(`lets a person who is ${role} leave`, async () => {
      const { chancery, person, happened } = await world();
      const leaver = await person(role);

      await chancery.workspace.removeMember({ userId: leaver.id }, leaver.session);

      expect((await happened())[0]?.facts).to.deep.equal({ role, left: true, heirUserId: null });
    });
  }

  it('WSP-8: lets a guest leave, and shows only to managers who else is a member', async () => {
    const { chancery, owner, person, stranger } = await world();
    const [guest, other, nobody] = [await person('guest'), await person('guest'), await stranger()];
    const remove = (caller: typeof owner, { id: userId }: { id: string }) =>
      failureOf(chancery.workspace.removeMember({ userId }, caller.session));

    expect([await remove(guest, owner), await remove(guest, nobody)]).to.deep.equal([
      'permission.denied',
      'permission.denied',
    ]);
    expect([await remove(owner, other), await remove(owner, nobody)]).to.deep.equal([
      'none',
      'member.not_found',
    ]);
    expect(await remove(guest, guest)).to.equal('none');
  });

  it('WSP-2: follows what the role covers', async () => {
    const { chancery, owner, person } = await world();
    const [admin, member, guest] = [await person('admin'), await person('member'), await person('guest')];
    const remove = (caller: typeof owner, userId: string) =>
      failureOf(chancery.workspace.removeMember({ userId }, caller.session));

    expect(await remove(guest, member.id)).to.equal('permission.denied');
    expect(await remove(member, guest.id)).to.equal('permission.denied');
    expect(await remove(admin, owner.id)).to.equal('permission.denied');
    expect(await remove(admin, guest.id)).to.equal('none');
  });

  it('WSP-1: does not let the last owner leave', async () => {
    const { chancery, owner, person } = await world();
    const leave = () => failureOf(chancery.workspace.removeMember({ userId: owner.id }, owner.session));

    expect(await leave()).to.equal('workspace.last_owner');
    await person('owner');
    expect(await leave()).to.equal('none');
  });

  it('WSP-5: frees the seat only once', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    const [member, suspended] = [await person('member'), await person('member')];
    await sql('update usage_counters set used = 3 where workspace_id = $1', [workspaceId]);
    await chancery.workspace.suspendMember({ userId: suspended.id }, owner.session);

    await chancery.workspace.removeMember({ userId: member.id }, owner.session);
    await chancery.workspace.removeMember({ userId: suspended.id }, owner.session);

    expect(await sql('select used from usage_counters where workspace_id = $1', [workspaceId])).to.deep.equal(
      [{ used: 1 }],
    );
  });

  it('WSP-11: lets people leave a workspace that is closing, and nothing else', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    const [member, other] = [await person('member'), await person('member')];
    await sql("update workspaces set status = 'closing' where id = $1", [workspaceId]);

    expect(await failureOf(chancery.workspace.removeMember({ userId: other.id }, owner.session))).to.equal(
      'workspace.not_active',
    );
    expect(await failureOf(chancery.workspace.suspendMember({ userId: other.id }, owner.session))).to.equal(
      'workspace.not_active',
    );
    expect(await failureOf(chancery.workspace.removeMember({ userId: member.id }, member.session))).to.equal(
      'none',
    );
  });

  it('WSP-12: accepts as heir only another active member who is not a guest; otherwise changes nothing', async () => {
    const { chancery, owner, person, stranger, happened } = await world();
    const [member, guest, suspended] = [
      await person('member'),
      await person('guest'),
      await person('member'),
    ];
    await chancery.workspace.suspendMember({ userId: suspended.id }, owner.session);
    const before = (await happened()).length;

    for (const heir of [guest, suspended, member, await stranger()]) {
      const refusal = await chancery.workspace
        .removeMember({ userId: member.id, reassignToUserId: heir.id }, owner.session)
        .catch((error: unknown) => error);
      expect(refusal)
        .to.include({ code: 'member.not_found' })
        .and.have.nested.property('details[0].path', '/reassignToUserId');
    }
    expect((await happened()).length).to.equal(before);
  });

  it('PRJ-4: makes the heir a lead of projects with no other lead, and removes the person from all projects', async () => {
    const { chancery, owner, person, happened } = await world();
    const [grace, heir, other] = [
      await person('member', 'Grace'),
      await person('member', 'Heir'),
      await person('member', 'Other'),
    ];
    const sole = (
      await chancery.workspace.createProject({ name: 'Sole', visibility: 'private' }, grace.session)
    ).project;
    const shared = (
      await chancery.workspace.createProject({ name: 'Shared', leadUserId: grace.id }, other.session)
    ).project;

    await chancery.workspace.removeMember({ userId: grace.id, reassignToUserId: heir.id }, owner.session);

    const after = async (projectId: string) => {
      const { project } = await chancery.workspace.getProject({ projectId }, owner.session);
      return [project.leadUserId, project.members.map(({ userId, role }) => `${userId} ${role}`)];
    };
    expect(await after(sole.id)).to.deep.equal([heir.id, [`${heir.id} lead`]]);
    expect(await after(shared.id)).to.deep.equal([other.id, [`${other.id} lead`]]);
    expect((await happened()).slice(2)).to.deep.equal([
      {
        type: 'member.removed',
        target: { kind: 'member', id: grace.id },
        facts: { role: 'member', left: false, heirUserId: heir.id },
      },
      {
        type: 'project.member_changed',
        target: { kind: 'project', id: sole.id },
        facts: { userId: heir.id, role: 'lead' },
      },
    ]);
  });

  it('PRJ-4: without an heir, the remover becomes that lead; for a person who leaves, the longest-standing owner does', async () => {
    const { chancery, owner, person, clock } = await world();
    clock.advance({ days: 1 });
    await person('owner', 'Later');
    const [removed, leaver, admin] = [await person('member'), await person('member'), await person('admin')];
    const first = (await chancery.workspace.createProject({ name: 'First' }, removed.session)).project;
    const second = (await chancery.workspace.createProject({ name: 'Second' }, leaver.session)).project;

    await chancery.workspace.removeMember({ userId: removed.id }, admin.session);
    await chancery.workspace.removeMember({ userId: leaver.id }, leaver.session);

    const leads = async (projectId: string) =>
      (await chancery.workspace.getProject({ projectId }, admin.session)).project.members.map(
        ({ userId }) => userId,
      );
    expect(await leads(first.id)).to.deep.equal([admin.id]);
    expect(await leads(second.id)).to.deep.equal([owner.id]);
  });

  it('WSP-13: leaves API keys that act as the person valid for reading', async () => {
    const { chancery, owner, person, application } = await world();
    const grace = await person('member');
    const { secret } = await chancery.integrations.createApiKey(
      { name: 'Reader', scopes: ['members.read'], actsAsUserId: grace.id },
      owner.session,
    );

    await chancery.workspace.removeMember({ userId: grace.id }, owner.session);

    expect((await chancery.workspace.listIntegrationMembers({}, application(secret))).count).to.equal(1);
  });

  it('is refused for a version of the member that is not the current one', async () => {
    const { chancery, owner, person } = await world();
    const { id: userId } = await person('member');
    const remove = (expectedVersion: number) =>
      failureOf(chancery.workspace.removeMember({ userId, expectedVersion }, owner.session));

    expect(await remove(2)).to.equal('version_conflict');
    expect(await remove(1)).to.equal('none');
  });
});
