import {
  anAddress,
  aStranger,
  failureOf,
  invited,
  longSessions,
  noon,
  onBothDatabases,
  postgresDatabase,
  seatsOf,
  setSettings,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('acceptInvitation', () => {
  it('WSP-4: makes the person a member, in the role and the projects of the invitation, who can then switch there', async () => {
    const made = await world();
    const { chancery, owner, stranger, happened, workspaceId } = made;
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const grace = await stranger();
    const { token, invitation } = await invited(made, { email: grace.email, projectIds: [project.id] });

    const answer = await chancery.workspace.acceptInvitation({ token }, grace.session);

    expect(answer.workspace.id).to.equal(workspaceId);
    expect(answer.membership).to.deep.include({
      id: grace.id,
      email: grace.email,
      displayName: grace.displayName,
      role: 'member',
      status: 'active',
      invitedByUserId: owner.id,
    });
    expect((await happened()).slice(-3).map(({ type, facts }) => ({ type, facts }))).to.deep.equal([
      { type: 'workspace_invitation.accepted', facts: { role: 'member', acceptedByUserId: grace.id } },
      {
        type: 'member.joined',
        facts: { role: 'member', invitationId: invitation.id, invitedByUserId: owner.id },
      },
      { type: 'project.member_changed', facts: { userId: grace.id, role: 'contributor' } },
    ]);
    const [listed] = (await chancery.workspace.listInvitations({ status: 'accepted' }, owner.session))
      .invitations;
    expect(listed).to.include({ acceptedByUserId: grace.id, respondedAt: '2026-11-23T12:00:00.000Z' });
    const switched = await chancery.identity.switchWorkspace({ workspaceId }, grace.session);
    const there = aStranger({ credential: switched.accessToken });
    expect((await chancery.workspace.listMembers({}, there)).count).to.equal(2);
    expect(
      (await chancery.workspace.getProject({ projectId: project.id }, there)).project.members.length,
    ).to.equal(2);
  });

  it('WSP-4: needs the verified invited address; the link alone is not enough, and it stays valid', async () => {
    const made = await world();
    const { chancery, stranger, sql } = made;
    const [grace, eve] = [await stranger(), await stranger()];
    const { token } = await invited(made, { email: grace.email.toUpperCase() });
    const accept = (who: typeof grace) =>
      failureOf(chancery.workspace.acceptInvitation({ token }, who.session));

    expect(await accept(eve)).to.equal('workspace_invitation.email_mismatch');
    expect(await failureOf(chancery.workspace.acceptInvitation({ token }, aStranger()))).to.equal(
      'auth.required',
    );
    await sql('update accounts set email_verified_at = null where id = $1', [grace.id]);
    expect(await accept(grace)).to.equal('auth.email_unverified');
    await sql(`update accounts set email_verified_at = timestamptz '${noon}' where id = $1`, [grace.id]);
    expect(await accept(grace)).to.equal('none');
  });

  it('WSP-5: uses the seat that the invitation reserved, and no other', async () => {
    const made = await world();
    const { chancery, stranger, workspaceId, sql } = made;
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    await sql("update usage_counters set used = 2 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);
    const grace = await stranger();
    const { token } = await invited(made, { email: grace.email });
    expect((await seatsOf(made)).members).to.deep.equal({ used: 2, reserved: 1 });

    await chancery.workspace.acceptInvitation({ token }, grace.session);

    expect((await seatsOf(made)).members).to.deep.equal({ used: 3, reserved: 0 });
  });

  it('WSP-5: refuses if the plan has become too small, and the invitation stays pending', async () => {
    const made = await world();
    const { chancery, stranger, owner, workspaceId, sql } = made;
    const grace = await stranger();
    const { token } = await invited(made, { email: grace.email });
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    await sql("update usage_counters set used = 3 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);

    expect(await failureOf(chancery.workspace.acceptInvitation({ token }, grace.session))).to.equal(
      'plan.limit_reached',
    );
    expect((await chancery.workspace.listInvitations({}, owner.session)).count).to.equal(1);
  });

  it('refuses a person who is a member already, and a workspace whose settings or state do not allow it', async () => {
    const made = await world();
    const { chancery, stranger, sql, workspaceId } = made;
    const grace = await stranger();
    const { token } = await invited(made, { email: grace.email });
    const accept = () => failureOf(chancery.workspace.acceptInvitation({ token }, grace.session));

    await setSettings({ allowedEmailDomains: ['clinic.example'] }, made);
    expect(await accept()).to.equal('workspace.domain_not_allowed');
    await setSettings({ allowedEmailDomains: [] }, made);
    await sql("update workspaces set status = 'closing' where id = $1", [workspaceId]);
    expect(await accept()).to.equal('workspace.not_active');
    await sql("update workspaces set status = 'active' where id = $1", [workspaceId]);
    await sql(
      `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, joined_at, updated_at, version)
       values (gen_random_uuid(), $1, $2, 'guest', 'suspended', 'G', 'G', timestamptz '${noon}', timestamptz '${noon}', 1)`,
      [workspaceId, grace.id],
    );
    expect(await accept()).to.equal('member.already_exists');
  });

  it('WSP-5: a link that is used, revoked, replaced, expired or unknown takes no seat', async () => {
    const made = await world(longSessions);
    const { chancery, owner, stranger, clock } = made;
    const [spent, revoked, replaced, old] = await Promise.all([
      stranger(),
      stranger(),
      stranger(),
      stranger(),
    ]);
    const accept = (token: string, who: typeof spent) =>
      failureOf(chancery.workspace.acceptInvitation({ token }, who.session));
    const first = await invited(made, { email: spent.email });
    await chancery.workspace.acceptInvitation({ token: first.token }, spent.session);
    const second = await invited(made, { email: revoked.email });
    await chancery.workspace.revokeInvitation({ invitationId: second.invitation.id }, owner.session);
    const third = await invited(made, { email: replaced.email });
    clock.advance({ minutes: 1 });
    await chancery.workspace.resendInvitation({ invitationId: third.invitation.id }, owner.session);
    const fourth = await invited(made, { email: old.email, expiresInDays: 1 });
    clock.advance({ days: 1 });

    expect([
      await accept(first.token, spent),
      await accept(second.token, revoked),
      await accept(third.token, replaced),
      await accept(fourth.token, old),
      await accept('A'.repeat(43), old),
    ]).to.deep.equal(['link.gone', 'link.gone', 'link.gone', 'link.gone', 'link.not_found']);
    expect((await seatsOf(made)).members).to.include({ used: 2 });
  });

  it('WSP-4: acceptance leaves out projects that were archived meanwhile; a guest becomes a viewer', async () => {
    const made = await world();
    const { chancery, owner, stranger } = made;
    const project = async (name: string) =>
      (await chancery.workspace.createProject({ name }, owner.session)).project.id;
    const [open, closed] = [await project('Open'), await project('Closed')];
    const grace = await stranger();
    const { token } = await invited(made, { email: grace.email, role: 'guest', projectIds: [open, closed] });
    await chancery.workspace.archiveProject({ projectId: closed }, owner.session);

    await chancery.workspace.acceptInvitation({ token }, grace.session);

    const membersOf = async (projectId: string) =>
      (await chancery.workspace.getProject({ projectId }, owner.session)).project.members
        .filter(({ userId }) => userId === grace.id)
        .map(({ role }) => role);
    expect([await membersOf(open), await membersOf(closed)]).to.deep.equal([['viewer'], []]);
  });

  it('lets a removed person join again, with a new membership', async () => {
    const made = await world();
    const { chancery, owner, person, sql, workspaceId } = made;
    const bob = await person('admin');
    await chancery.workspace.removeMember({ userId: bob.id }, owner.session);
    const { token } = await invited(made, { email: bob.email, role: 'guest' });

    const { membership } = await chancery.workspace.acceptInvitation({ token }, bob.session);

    expect(membership).to.include({ role: 'guest', status: 'active', version: 1 });
    const rows = await sql<{ status: string }>(
      'select status from memberships where workspace_id = $1 and user_id = $2 order by status',
      [workspaceId, bob.id],
    );
    expect(rows.map(({ status }) => status)).to.deep.equal(['active', 'removed']);
  });

  it('notifies the inviter by mail, and nobody else', async () => {
    const made = await world();
    const { chancery, owner, stranger, worker, ports } = made;
    const grace = await stranger();
    const { token } = await invited(made, { email: grace.email });
    await chancery.workspace.acceptInvitation({ token }, grace.session);

    await worker.drain();

    const mails = ports.mail.sent.filter(
      ({ subject }) =>
        subject.includes('Mallory joined Ada’s workspace') ||
        subject.includes("Mallory joined Ada's workspace"),
    );
    expect(mails.map(({ to }) => to.address)).to.deep.equal([owner.email]);
  });

  it('of several uses of a link at the same time one succeeds, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const made = await world({ database });
    const { chancery, stranger, sql, workspaceId } = made;
    const grace = await stranger();
    const { token } = await invited(made, { email: grace.email });

    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        failureOf(chancery.workspace.acceptInvitation({ token }, grace.session)),
      ),
    );

    expect(outcomes.sort()).to.deep.equal(['link.gone', 'link.gone', 'link.gone', 'link.gone', 'none']);
    expect((await seatsOf(made)).members).to.deep.equal({ used: 2, reserved: 0 });
    expect(
      (
        await sql('select id from memberships where workspace_id = $1 and user_id = $2', [
          workspaceId,
          grace.id,
        ])
      ).length,
    ).to.equal(1);
    await database.close();
  });

  it('two people who join one project at the same time both become members of it, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const made = await world({ database });
    const { chancery, owner, stranger } = made;
    const { project } = await chancery.workspace.createProject({ name: 'Shared' }, owner.session);
    const people = [await stranger(), await stranger(), await stranger()];
    const links: string[] = [];
    for (const { email } of people)
      links.push((await invited(made, { email, projectIds: [project.id] })).token);

    const outcomes = await Promise.all(
      people.map(({ session }, index) =>
        failureOf(chancery.workspace.acceptInvitation({ token: links[index] ?? '' }, session)),
      ),
    );

    expect(outcomes).to.deep.equal(['none', 'none', 'none']);
    const { project: after } = await chancery.workspace.getProject({ projectId: project.id }, owner.session);
    expect([after.members.length, after.version]).to.deep.equal([4, 4]);
    await database.close();
  });

  it('WSP-5: if many race for the last seat, one gets it, on PostgreSQL', async () => {
    const database = await postgresDatabase();
    const made = await world({ database });
    const { chancery, owner, sql, workspaceId } = made;
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    await sql("update usage_counters set used = 2 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        failureOf(chancery.workspace.createInvitation({ email: anAddress(), role: 'member' }, owner.session)),
      ),
    );

    expect(outcomes.filter((code) => code === 'none').length).to.equal(1);
    expect(outcomes.filter((code) => code === 'plan.limit_reached').length).to.equal(7);
    expect((await seatsOf(made)).members).to.deep.equal({ used: 2, reserved: 1 });
    await database.close();
  });
});

onBothDatabases('invitations', (database) => {
  it('one address has one pending invitation, however many people invite it at once', async () => {
    const made = await world({ database: database() });
    const { chancery, owner } = made;
    const email = anAddress();

    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        failureOf(chancery.workspace.createInvitation({ email, role: 'guest' }, owner.session)),
      ),
    );

    expect(outcomes.sort()).to.deep.equal([
      'none',
      'workspace_invitation.already_pending',
      'workspace_invitation.already_pending',
      'workspace_invitation.already_pending',
    ]);
    expect((await seatsOf(made)).guests).to.deep.equal({ used: 0, reserved: 1 });
  });
});
