import { cleo, failureOf, meetingWorld, noon } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** Bo organizes a meeting to come, Dan is invited to it and to the owner's. */
async function leaving() {
  const made = await meetingWorld();
  const { person, schedule, chancery, owner, mails } = made;
  const [bo, dan] = [await person('admin', 'Bo'), await person('member', 'Dan')];
  const theirs = await schedule({ title: 'Of Bo', invitees: [{ userId: dan.id }, cleo] }, bo);
  await made.invite({ userId: dan.id });
  await mails();
  return {
    ...made,
    bo,
    dan,
    theirs,
    remove: (userId: string, reassignToUserId?: string) =>
      chancery.workspace.removeMember(
        reassignToUserId === undefined ? { userId } : { userId, reassignToUserId },
        owner.session,
      ),
    makeDanHost: async () => {
      const { invitations } = await chancery.meetings.listMeetingInvitations(
        { meetingId: theirs.id },
        bo.session,
      );
      const dans = invitations.find(({ person: who }) => who.userId === dan.id);
      await chancery.meetings.updateMeetingInvitation(
        { meetingId: theirs.id, invitationId: dans?.id ?? '', role: 'host' },
        bo.session,
      );
    },
    seen: async () =>
      (await chancery.meetings.getMeeting({ meetingId: theirs.id }, owner.session)).meeting.organizer
        .displayName,
  };
}

describe('becoming a guest, for meetings', () => {
  it('MTG-43: passes meetings to come to whoever makes a member a guest, and leaves them co-host', async () => {
    const { chancery, owner, bo, dan, seen, theirs, sql, mails, happened, makeDanHost } = await leaving();
    await makeDanHost();

    for (const { id: userId } of [bo, dan])
      await chancery.workspace.updateMember({ userId, role: 'guest' }, owner.session);

    expect(await seen()).to.equal('Ada');
    const rows = await sql<{ user_id: string; role: string }>(
      "select user_id, role from meeting_invitations where meeting_id = $1 and user_id is not null and status <> 'revoked'",
      [theirs.id],
    );
    expect(rows.map(({ user_id: userId, role }) => [userId, role])).to.have.deep.members([
      [owner.id, 'host'],
      [bo.id, 'co_host'],
      [dan.id, 'co_host'],
    ]);
    expect((await happened()).map(({ type }) => type)).to.include('meeting.organizer_changed');
    expect((await mails()).map(({ to, subject }) => [to.address, subject])).to.deep.include([
      owner.email,
      'You now organize: Of Bo',
    ]);
  });
});

describe('leaving the workspace, for meetings', () => {
  it('MTG-48: revokes the invitations of whoever is removed, and mails nobody', async () => {
    const { remove, dan, sql, mails } = await leaving();

    await remove(dan.id);

    const rows = await sql('select distinct status from meeting_invitations where user_id = $1', [dan.id]);
    expect(rows).to.deep.equal([{ status: 'revoked' }]);
    expect((await mails(120)).filter(({ calendar }) => calendar)).to.deep.equal([]);
  });

  it('MTG-48: passes meetings with a session to come to the heir, and mails the heir and the invitees', async () => {
    const { remove, bo, dan, seen, theirs, happened, mails, sql } = await leaving();

    await remove(bo.id, dan.id);

    expect(await seen()).to.equal('Dan');
    const changed = (await happened()).filter(({ type }) => type === 'meeting.organizer_changed');
    expect(changed.map(({ facts }) => facts)).to.deep.equal([
      { meetingId: theirs.id, fromUserId: bo.id, toUserId: dan.id },
    ]);
    const hosts = await sql(
      "select user_id, status from meeting_invitations where meeting_id = $1 and role = 'host' and status <> 'revoked'",
      [theirs.id],
    );
    expect(hosts).to.deep.equal([{ user_id: dan.id, status: 'accepted' }]);
    const told = (await mails()).map(({ to, subject }) => [to.address, subject]);
    expect(told).to.deep.include([dan.email, 'You now organize: Of Bo']);
    expect(told).to.deep.include([cleo.email, 'Changed: Of Bo (Monday, 7 June 2027, 09:00)']);
  });

  it('MTG-48: without an heir the longest-standing owner gets them; a meeting that is over keeps its organizer', async () => {
    const { remove, bo, seen, sql, schedule } = await leaving();
    const past = await schedule({ title: 'Past' }, bo);
    await sql("update meetings set status = 'ended' where id = $1", [past.id]);

    await remove(bo.id);

    expect(await seen()).to.equal('Ada');
    const [row] = await sql('select organizer_user_id from meetings where id = $1', [past.id]);
    expect(row).to.deep.equal({ organizer_user_id: bo.id });
  });

  it('MTG-48: a live session whose only host they are blocks the removal, and nothing of it is done', async () => {
    const { remove, bo, theirs, sql, seen, makeDanHost } = await leaving();
    await sql("update meetings set status = 'live' where id = $1", [theirs.id]);
    await sql(
      `update meeting_occurrences set status = 'live', started_at = timestamptz '${noon}' where meeting_id = $1`,
      [theirs.id],
    );

    expect(await failureOf(remove(bo.id))).to.equal('member.open_responsibilities');
    expect(await seen()).to.equal('Bo');

    await makeDanHost();
    expect(await failureOf(remove(bo.id))).to.equal('none');
  });

  it('4.1: archives the personal room of whoever leaves', async () => {
    const { remove, dan, chancery, sql } = await leaving();
    const { meeting } = await chancery.meetings.openPersonalRoom({}, dan.session);

    await remove(dan.id);

    expect(await sql('select status from meetings where id = $1', [meeting.id])).to.deep.equal([
      { status: 'archived' },
    ]);
  });

  it('4.1: a session that continues in the room of whoever left ends without opening the room again', async () => {
    const { remove, dan, bo, chancery, sql } = await leaving();
    const { meeting } = await chancery.meetings.openPersonalRoom({}, dan.session);
    await chancery.meetings.createMeetingInvitation(
      { meetingId: meeting.id, userId: bo.id, role: 'host' },
      dan.session,
    );
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, dan.session);
    await remove(dan.id);
    const [live] = await sql<{ id: string }>(
      "select id from meeting_occurrences where meeting_id = $1 and status = 'live'",
      [meeting.id],
    );

    await chancery.meetings.endSession({ sessionId: live?.id ?? '' }, bo.session);

    const rooms = await sql('select status from meetings where id = $1', [meeting.id]);
    expect(rooms).to.deep.equal([{ status: 'archived' }]);
  });

  it('MTG-68: takes name and address of a deactivated person from their invitations', async () => {
    const { dan, chancery, sql, worker, workspaceId } = await leaving();
    const { workspaces } = await chancery.workspace.listWorkspaces({}, dan.session);
    const home = workspaces.find(({ id }) => id !== workspaceId);
    await chancery.identity.deactivateAccount(
      { confirm: 'DELETE', password: 'correct horse battery staple', closeWorkspaceIds: [home?.id ?? ''] },
      dan.session,
    );
    await worker.drain();

    const rows = await sql(
      'select distinct display_name, email from meeting_invitations where user_id = $1',
      [dan.id],
    );

    expect(rows).to.deep.equal([{ display_name: 'Former member', email: null }]);
  });
});
