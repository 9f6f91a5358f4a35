import {
  aStranger,
  cleo,
  failureOf,
  faultsOf,
  ledgerDetails,
  meetingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** Two Mondays and Cleo's link. */
async function answering(over: Parameters<typeof meetingWorld>[0] = {}) {
  const made = await meetingWorld(over);
  const { chancery, owner, meetingId } = made;
  const { inviteUrl, invitation } = await made.invite();
  const token = made.tokenOf(inviteUrl);
  type Answer = Parameters<typeof chancery.meetings.respondToMeetingInvitation>[0]['response'];
  return {
    ...made,
    token,
    invitationId: invitation.id,
    answer: (response: Answer, more: object = {}, caller = aStranger()) =>
      chancery.meetings.respondToMeetingInvitation({ token, response, ...more }, caller),
    listed: async () =>
      (await chancery.meetings.listMeetingInvitations({ meetingId }, owner.session)).invitations.find(
        ({ id }) => id === invitation.id,
      ),
    sessions: () =>
      made.sql<{ id: string; starts_at: string }>(
        'select id, starts_at from meeting_occurrences where meeting_id = $1 order by starts_at',
        [meetingId],
      ),
  };
}
const weekly = { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } };

describe('respondToMeetingInvitation', () => {
  it('records the answer of whoever holds the link, and their comment', async () => {
    const { answer, listed, clock, meetingId, token } = await answering();

    const given = await answer('accepted', { comment: 'Gladly' });

    expect(given).to.deep.equal({
      invitation: { status: 'accepted', respondedAt: clock.now(), sessionId: null },
      meeting: {
        title: 'Review',
        startsAt: '2027-06-07T07:00:00.000Z',
        endsAt: '2027-06-07T08:00:00.000Z',
        timeZone: 'Europe/Berlin',
        organizerName: 'Ada',
      },
      calendarUrl: `http://127.0.0.1:8080/api/v1/meetings/${meetingId}/calendar.ics?invite=${token}`,
    });
    expect(await listed()).to.include({
      status: 'accepted',
      responseComment: 'Gladly',
      responseVia: 'link',
      respondedAt: clock.now(),
    });
  });

  it('MTG-44: lets the answer change until the last session has ended; each is an activity entry', async () => {
    const made = await answering();
    const { answer, listed, happened, clock } = made;

    await answer('accept', { comment: 'Gladly' });
    await answer('tentatively_accept', { proposedStartAt: '2027-06-08T07:00:00Z' });
    await answer('decline');

    expect(await listed()).to.include({ status: 'declined', proposedStartAt: '2027-06-08T07:00:00.000Z' });
    const entries = (await happened()).filter(({ type }) => type === 'meeting_invitation.responded');
    expect(entries.map(({ facts }) => facts.response)).to.deep.equal(['accepted', 'tentative', 'declined']);
    const said = { displayName: 'Cleo', ip: aStranger().address };
    expect(await ledgerDetails(made, 'meeting_invitation.responded')).to.deep.equal([
      { ...said, comment: 'Gladly' },
      { ...said, comment: null },
      { ...said, comment: null },
    ]);
    clock.advance({ days: (Date.parse('2027-06-07T07:59:59Z') - Date.parse(clock.now())) / 86_400_000 });
    expect(await failureOf(answer('accepted'))).to.equal('none');
    clock.advance({ seconds: 1 });
    expect(await failureOf(answer('declined'))).to.equal('link.gone');
  });

  it('MTG-45: an answer for one session does not change the answer for the series', async () => {
    const { answer, listed, sessions } = await answering(weekly);
    const [, second] = await sessions();
    await answer('accepted');

    const given = await answer('declined', { sessionId: second?.id, comment: 'Away' });

    expect(given.invitation).to.include({ status: 'declined', sessionId: second?.id });
    expect(given.meeting.startsAt).to.equal('2027-06-14T07:00:00.000Z');
    const row = await listed();
    expect(row).to.include({ status: 'accepted' });
    expect(row?.occurrenceResponses).to.deep.equal([
      {
        sessionId: second?.id,
        recurrenceId: '2027-06-14T09:00:00',
        status: 'declined',
        respondedAt: given.invitation.respondedAt,
        comment: 'Away',
      },
    ]);
    await answer('accepted', { sessionId: second?.id });
    expect((await listed())?.occurrenceResponses[0]).to.include({ status: 'accepted', comment: null });
  });

  it('MTG-39: tells links that were replaced or revoked from those that never existed', async () => {
    const { chancery, owner, meetingId, invitationId, token, answer } = await answering();
    const respond = (of: string) =>
      failureOf(
        chancery.meetings.respondToMeetingInvitation({ token: of, response: 'accepted' }, aStranger()),
      );
    const { inviteUrl } = await chancery.meetings.resendMeetingInvitation(
      { meetingId, invitationId },
      owner.session,
    );
    const fresh = /invite=([\w-]{43})/.exec(inviteUrl)?.[1] ?? '';

    expect([await respond('A'.repeat(43)), await respond(token), await respond(fresh)]).to.deep.equal([
      'meeting_invitation.not_found',
      'link.gone',
      'none',
    ]);
    await chancery.meetings.revokeMeetingInvitation({ meetingId, invitationId }, owner.session);
    expect(await respond(fresh)).to.equal('link.gone');
    expect(await failureOf(answer('accepted'))).to.equal('link.gone');
  });

  it('refuses if the meeting is cancelled, and refuses the organizer, whose answer is fixed', async () => {
    const { answer, sql, meetingId, ports, chancery } = await answering();
    const [own] = await sql<{ id: string }>(
      "select id from meeting_invitations where meeting_id = $1 and role = 'host'",
      [meetingId],
    );
    const { token } = ports.linkTokens.derive('meeting_invitation', own?.id ?? '', 1);
    expect(
      await failureOf(
        chancery.meetings.respondToMeetingInvitation({ token, response: 'declined' }, aStranger()),
      ),
    ).to.equal('meeting_invitation.invalid_state');

    await sql("update meetings set status = 'cancelled' where id = $1", [meetingId]);

    expect(await failureOf(answer('accepted'))).to.equal('meeting.invalid_state');
  });

  it('accepts tentative only if the meeting allows it, and no proposal together with an acceptance', async () => {
    const { answer } = await answering({ settings: { allowTentative: false } });

    expect(await faultsOf(answer('tentative'))).to.deep.equal(['/response response.tentative_not_allowed']);
    expect(await faultsOf(answer('accepted', { proposedStartAt: '2027-06-08T07:00:00Z' }))).to.deep.equal([
      '/proposedStartAt field.not_an_option',
    ]);
    expect(await failureOf(answer('declined'))).to.equal('none');
  });

  it('MTG-3: a proposed start has the bounds of a start, and what is refused changes no answer', async () => {
    const { answer, listed } = await answering();
    const before = await listed();

    for (const [proposedStartAt, code] of [
      ['2026-11-23T11:54:00Z', 'schedule.in_past'],
      ['2031-11-23T12:01:00Z', 'schedule.too_far'],
      ['2027-06-08T07:00:30Z', 'schedule.not_whole_minute'],
      ['2027-06-08T07:00:00.001Z', 'schedule.not_whole_minute'],
    ] as const)
      expect(await faultsOf(answer('declined', { proposedStartAt }))).to.deep.equal([
        `/proposedStartAt ${code}`,
      ]);
    expect(await listed()).to.deep.equal(before);
    for (const proposedStartAt of ['2026-11-23T11:55:00Z', '2031-11-23T12:00:00Z'])
      expect(await failureOf(answer('tentative', { proposedStartAt }))).to.equal('none');
  });

  it('MTG-45: refuses a session of another meeting, and one that is cancelled', async () => {
    const { answer, schedule, sql, sessions } = await answering(weekly);
    const other = await schedule();
    const [foreign] = await sql<{ id: string }>('select id from meeting_occurrences where meeting_id = $1', [
      other.id,
    ]);
    const [first] = await sessions();
    await sql("update meeting_occurrences set status = 'cancelled' where id = $1", [first?.id]);

    expect(await failureOf(answer('accepted', { sessionId: foreign?.id }))).to.equal('occurrence.not_found');
    expect(await failureOf(answer('accepted', { sessionId: first?.id }))).to.equal(
      'occurrence.invalid_state',
    );
  });

  it('records that a member who was signed in answered in the app, and frees their time if they decline', async () => {
    const { chancery, invite, person, tokenOf, sql, meetingId, owner } = await meetingWorld();
    const bo = await person('member', 'Bo');
    const { inviteUrl } = await invite({ userId: bo.id });
    const busy = () =>
      sql('select user_id from occurrence_people where meeting_id = $1 and user_id = $2', [meetingId, bo.id]);
    expect(await busy()).to.have.lengthOf(1);

    await chancery.meetings.respondToMeetingInvitation(
      { token: tokenOf(inviteUrl), response: 'declined' },
      bo.session,
    );

    const { invitations } = await chancery.meetings.listMeetingInvitations({ meetingId }, owner.session);
    expect(invitations.find(({ person: who }) => who.userId === bo.id)).to.include({ responseVia: 'app' });
    expect(await busy()).to.have.lengthOf(0);
  });

  it('mails the organizer all answers of a quarter of an hour at once, and later answers in the next mail', async () => {
    const { answer, mails, chancery, tokenOf, owner, invite } = await answering(weekly);
    const second = tokenOf((await invite({ email: 'dan@client.example', displayName: 'Dan' })).inviteUrl);
    const digests = async (seconds: number) =>
      (await mails(seconds)).filter(({ to }) => to.address === owner.email);

    await answer('accepted', { comment: 'Gladly' });
    expect(await digests(300)).to.deep.equal([]);
    await chancery.meetings.respondToMeetingInvitation(
      { token: second, response: 'declined', proposedStartAt: '2027-06-08T07:00:00Z' },
      aStranger(),
    );
    const [digest, ...others] = await digests(600);

    expect(others).to.deep.equal([]);
    expect(digest?.subject).to.equal('2 answers: Review');
    expect(digest?.text).to.include('Cleo: comes').and.include('> Cleo: Gladly');
    expect(digest?.text).to.include('Dan: does not come, proposes Tuesday, 8 June 2027, 09:00');
    expect(digest).to.not.have.property('calendar');
    await answer('declined');
    expect(await digests(899)).to.deep.equal([]);
    expect((await digests(1)).map(({ subject }) => subject)).to.deep.equal(['One answer: Review']);
  });
});

describe('previewMeetingInvitation', () => {
  it('MTG-45: shows the holder of a link the meeting, its sessions and their own answers, and no id of anybody else', async () => {
    const { answer, chancery, token, sessions, meeting, meetingId } = await answering(weekly);
    const [first, second] = await sessions();
    await answer('accepted');
    await answer('declined', { sessionId: second?.id });

    const shown = await chancery.meetings.previewMeetingInvitation({ token }, aStranger());

    expect(shown.invitation).to.deep.include({ role: 'attendee', status: 'accepted', displayName: 'Cleo' });
    expect(shown.invitation.occurrenceResponses.map(({ sessionId }) => sessionId)).to.deep.equal([
      second?.id,
    ]);
    expect(shown.meeting).to.deep.equal({
      title: 'Review',
      description: '',
      startsAt: '2027-06-07T07:00:00.000Z',
      endsAt: '2027-06-07T08:00:00.000Z',
      timeZone: 'Europe/Berlin',
      recurrenceText: shown.meeting.recurrenceText,
      allowTentative: true,
      organizerName: 'Ada',
      joinUrl: `${meeting.joinUrl}&invite=${token}`,
      status: 'scheduled',
    });
    expect(shown.meeting.recurrenceText).to.match(/every week|weekly/i);
    expect(shown.occurrences.map(({ sessionId }) => sessionId)).to.deep.equal([first?.id, second?.id]);
    expect(JSON.stringify(shown)).to.not.include(cleo.email);
    expect(shown.calendarUrl).to.include(`${meetingId}/calendar.ics?invite=${token}`);
  });

  it('meetings 12: allows thirty misses a minute from one network, and ten calls with one link', async () => {
    const { chancery, token, ports } = await answering();
    const asked: string[] = [];
    Object.assign(ports.throttle, {
      consume: async (bucket: string, _: string, limit: number, windowSeconds: number) => {
        asked.push(`${bucket} ${limit} ${windowSeconds}`);
        return { allowed: true, remaining: 1, retryAfterSeconds: 0 };
      },
    });

    await failureOf(chancery.meetings.previewMeetingInvitation({ token }, aStranger()));
    expect(asked).to.deep.equal(['meeting_link_token 10 60']);
    await failureOf(chancery.meetings.previewMeetingInvitation({ token: 'A'.repeat(43) }, aStranger()));

    expect(asked).to.deep.equal([
      'meeting_link_token 10 60',
      'meeting_link_token 10 60',
      'meeting_link 30 60',
    ]);
  });
});

describe('the digest of answers', () => {
  it('MTG-33: leaves out answers that a change of time reset', async () => {
    const { answer, mails, chancery, meeting, meetingId, owner } = await answering();
    await answer('accepted');
    await chancery.meetings.updateMeeting(
      { meetingId, expectedVersion: meeting.version, scheduledStartAt: '2027-06-08T07:00:00Z' },
      owner.session,
    );

    const told = (await mails(900)).filter(({ to }) => to.address === owner.email);

    expect(told).to.deep.equal([]);
  });

  it('MTG-44: tells the organizer after a quarter of an hour of the last answer alone', async () => {
    const { answer, mails, clock, owner } = await answering();
    await answer('declined', { comment: 'No time' });
    clock.advance({ minutes: 1 });
    await answer('tentative', { comment: 'Perhaps later' });

    const told = (await mails(14 * 60)).filter(({ to }) => to.address === owner.email);

    expect(told.map(({ subject }) => subject)).to.deep.equal(['One answer: Review']);
    expect(told[0]?.text).to.include('Perhaps later').and.not.include('No time');
  });

  it('meetings 7.5: reports answers for single sessions once, even if a split took the session away meanwhile', async () => {
    const { answer, mails, chancery, meetingId, owner, sessions, sql, ports, clock } = await answering({
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
    });
    const digests = async (seconds: number) =>
      (await mails(seconds)).flatMap(({ to, subject, text }) =>
        to.address === owner.email ? [{ subject, text }] : [],
      );
    const [, second, third, fourth] = await sessions();
    const split = async (id: string, sessionId: string | undefined) => {
      const { version } = (await chancery.meetings.getMeeting({ meetingId: id }, owner.session)).meeting;
      const { meeting } = await chancery.meetings.updateMeeting(
        { meetingId: id, expectedVersion: version, scope: 'this_and_following', sessionId, title: 'Tail' },
        owner.session,
      );
      return meeting.id;
    };

    await answer('declined', { sessionId: second?.id, comment: 'Second' });
    await answer('declined', { sessionId: fourth?.id, comment: 'Fourth' });
    clock.advance({ minutes: 1 });
    const tailId = await split(meetingId, third?.id);
    clock.advance({ minutes: 1 });
    const [tail] = await sql<{ id: string }>(
      `select id from meeting_invitations where meeting_id = $1 and kind = 'guest'`,
      [tailId],
    );
    const { token } = ports.linkTokens.derive('meeting_invitation', tail?.id ?? '', 1);
    await chancery.meetings.respondToMeetingInvitation(
      { token, response: 'declined', sessionId: third?.id ?? '', comment: 'Third' },
      aStranger(),
    );
    clock.advance({ minutes: 1 });
    await split(tailId, fourth?.id);

    const [head, ...early] = await digests(13 * 60);
    expect(early).to.deep.equal([]);
    expect(head?.subject).to.equal('2 answers: Review');
    expect(head?.text).to.include('Second').and.include('Fourth').and.not.include('Third');
    const [ofTail, ...others] = await digests(3 * 60);
    expect(others).to.deep.equal([]);
    expect(ofTail?.subject).to.equal('One answer: Tail');
    expect(ofTail?.text).to.include('Third').and.not.include('Fourth');
  });
});
