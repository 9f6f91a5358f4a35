import {
  admissionStatusOf,
  aStranger,
  failureOf,
  inviteTokenOf,
  liveMeeting,
  noonMeeting,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const decide = (
  { chancery, owner }: World,
  sessionId: string,
  admissionId: string,
  decision: 'admit' | 'deny' | 'remove',
) => chancery.meetings.decideOnAdmission({ sessionId, admissionId, decision }, owner.session);

describe('the waiting room', () => {
  it('somebody is not decided on for a version of their admission that is not the current one', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { sessionId, join } = await liveMeeting(made, { settings: { admission: 'hosts' } });
    const { admission } = await join({ displayName: 'Grace' });
    const admit = (expectedVersion: number) =>
      failureOf(
        chancery.meetings.decideOnAdmission(
          { sessionId, admissionId: admission.id, decision: 'admit', expectedVersion },
          owner.session,
        ),
      );

    expect(await admit(admission.version + 1)).to.equal('version_conflict');
    expect(await admit(admission.version)).to.equal('none');
  });
  it('MTG-53: ten people who wait for a host are all `waiting` once a host starts, with the policy hosts', async () => {
    const made = await world();
    const { chancery, owner, clock } = made;
    const { meeting } = await noonMeeting(made, { settings: { admission: 'hosts' } });
    const tokens: string[] = [];
    for (let guest = 0; guest < 10; guest += 1) {
      const entry = await chancery.meetings.requestAdmission(
        { joinCode: meeting.joinCode, displayName: `Guest ${guest}` },
        aStranger(),
      );
      expect(admissionStatusOf(entry)).to.equal('waiting_for_host not_started');
      tokens.push(entry.admissionToken);
      clock.advance({ seconds: 1 });
    }

    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    // The hosts see them before anybody of them has polled again.
    expect(
      await made.sql(
        "select count(*)::integer count from admissions where meeting_id = $1 and status = 'waiting' and wait_reason = 'policy'",
        [meeting.id],
      ),
    ).to.deep.equal([{ count: 10 }]);
    for (const token of tokens) {
      const polled = await chancery.meetings.getAdmission({ token }, aStranger());
      expect(admissionStatusOf(polled)).to.equal('waiting policy');
      expect(polled.conference).to.equal(null);
    }
    const [session] = await made.sql<{ id: string }>(
      'select id from meeting_occurrences where meeting_id = $1',
      [meeting.id],
    );
    const { admissions } = await chancery.meetings.listAdmissions(
      { sessionId: session?.id ?? '' },
      owner.session,
    );
    expect(
      admissions.slice(0, 10).map(({ person, position }) => `${position} ${person.displayName}`),
    ).to.deep.equal(Array.from({ length: 10 }, (_, guest) => `${guest + 1} Guest ${guest}`));
  });

  it('MTG-53: those whom the rules admit at the start are in the room from then on, and get a token at their next poll', async () => {
    const made = await world();
    const { chancery, owner, clock } = made;
    const { meeting } = await noonMeeting(made, { invitees: [{ email: 'cleo@client.example' }] });
    const invite = await inviteTokenOf(made, 'cleo@client.example');
    const entry = await chancery.meetings.requestAdmission(
      { joinCode: meeting.joinCode, invite },
      aStranger(),
    );
    expect(admissionStatusOf(entry)).to.equal('waiting_for_host not_started');

    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
    const startedAt = clock.now();
    clock.advance({ seconds: 5 });

    const polled = await chancery.meetings.getAdmission({ token: entry.admissionToken }, aStranger());
    expect(polled.admission).to.include({ status: 'admitted', identity: 'invitation' });
    expect(polled.meeting).to.deep.equal({ title: 'Review', status: 'live', hostPresent: true });
    expect(polled.conference?.identity).to.equal(entry.admission.id);
    const { attendance } = await chancery.meetings.listAttendance({ meetingId: meeting.id }, owner.session);
    const record = attendance.find(({ role }) => role === 'attendee');
    expect(record?.intervals.map(({ joinedAt }) => joinedAt)).to.deep.equal([startedAt]);
  });

  it('MTG-54: a host who left comes back in without waiting while guests alone are there', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, { settings: { admission: 'open' } });
    await room.join({ displayName: 'Guest' });
    await chancery.meetings.leaveAdmission({ token: room.hostToken }, aStranger());

    const back = await room.join({}, owner.session);

    expect(back.admission).to.include({ status: 'admitted', role: 'host' });
  });

  it('MTG-57: a passcode that was checked opens nothing by itself', async () => {
    const made = await world();
    const room = await liveMeeting(made, { passcode: 'harbour-42', settings: { admission: 'open' } });
    await made.chancery.meetings.checkPasscode(
      { joinCode: room.joinCode, passcode: 'harbour-42' },
      aStranger(),
    );

    expect(await failureOf(room.join({ displayName: 'Guest' }))).to.equal('meeting.passcode_required');
    expect(await failureOf(room.join({ displayName: 'Guest', passcode: 'harbour-43' }))).to.equal(
      'meeting.passcode_invalid',
    );
    expect(admissionStatusOf(await room.join({ displayName: 'Guest', passcode: 'harbour-42' }))).to.equal(
      'admitted',
    );
  });

  it('MTG-58: invitees with their link and invited members who are signed in need no passcode', async () => {
    const made = await world();
    const bo = await made.person('member', 'Bo');
    const dan = await made.person('member', 'Dan');
    const room = await liveMeeting(made, {
      passcode: 'harbour-42',
      invitees: [{ userId: bo.id }, { email: 'cleo2@client.example' }],
    });
    const invite = await inviteTokenOf(made, 'cleo2@client.example');

    expect(admissionStatusOf(await room.join({}, bo.session))).to.equal('admitted');
    expect(admissionStatusOf(await room.join({ invite }))).to.equal('admitted');
    expect(await failureOf(room.join({}, dan.session))).to.equal('meeting.passcode_required');
  });

  it('MTG-60: gives join tokens only while live and admitted; they name only the admission, and each poll has a fresh one', async () => {
    const made = await world();
    const { chancery, clock, owner } = made;
    const room = await liveMeeting(made, { settings: { admission: 'open' } });
    const { admission, admissionToken, conference } = await room.join({ displayName: 'Guest' });
    clock.advance({ seconds: 5 });

    const polled = await chancery.meetings.getAdmission({ token: admissionToken }, aStranger());

    expect(JSON.parse(conference?.token ?? '')).to.deep.equal({
      room: conference?.roomName,
      admissionId: admission.id,
      displayName: 'Guest',
      role: 'attendee',
      grants: { publishAudio: true, publishVideo: true, shareScreen: true, subscribe: true, moderate: false },
      now: '2026-11-23T12:00:00.000Z',
      expiresAt: '2026-11-23T12:10:00.000Z',
    });
    expect(polled.conference?.expiresAt).to.equal('2026-11-23T12:10:05.000Z');
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);
    expect(await failureOf(chancery.meetings.getAdmission({ token: admissionToken }, aStranger()))).to.equal(
      'link.gone',
    );
  });

  it('MTG-61: whoever was removed gets no token by any link until a host admits them', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, { settings: { admission: 'open' }, invitees: [{ userId: bo.id }] });
    const invite = await inviteTokenOf(made, bo.email);
    const entry = await room.join({}, bo.session);
    const byLink = await room.join({ invite });

    const { warnings } = await decide(made, room.sessionId, entry.admission.id, 'remove');

    expect(warnings.map(({ code }) => code)).to.deep.equal(['conference.cannot_remove']);
    for (const token of [entry.admissionToken, byLink.admissionToken]) {
      const polled = await chancery.meetings.getAdmission({ token }, aStranger());
      expect([polled.admission.status, polled.conference]).to.deep.equal(['removed', null]);
    }
    const tries = [
      await room.join({}, bo.session),
      await room.join({ invite }),
      await room.join({ displayName: 'Not Bo' }),
    ];
    for (const again of tries) {
      expect(admissionStatusOf(again)).to.equal('waiting removed_before');
      expect(again.conference).to.equal(null);
    }
    await decide(made, room.sessionId, entry.admission.id, 'admit');
    const polled = await chancery.meetings.getAdmission({ token: entry.admissionToken }, aStranger());
    expect(polled.admission.status).to.equal('admitted');
    expect(polled.conference).to.not.equal(null);
    expect(owner.id).to.equal(polled.admission.decidedBy?.userId ?? owner.id);
  });

  it('MTG-61: the ledger says who was denied, and who was removed', async () => {
    const made = await world();
    const [bo, cleo] = [await made.person('member', 'Bo'), await made.person('member', 'Cleo')];
    const room = await liveMeeting(made, { visibility: 'workspace' });
    const [denied, removed] = [await room.join({}, bo.session), await room.join({}, cleo.session)];
    await decide(made, room.sessionId, removed.admission.id, 'admit');

    await decide(made, room.sessionId, denied.admission.id, 'deny');
    await decide(made, room.sessionId, removed.admission.id, 'remove');

    const decisions = (await made.happened()).filter(({ type }) => /denied|removed/.test(type));
    expect(decisions.map(({ type, target }) => [type, target?.id])).to.deep.equal([
      ['admission.denied', denied.admission.id],
      ['admission.removed', removed.admission.id],
    ]);
  });

  it('after the third denial the hosts are not asked about a person again', async () => {
    const made = await world();
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, { visibility: 'workspace' });
    const statuses: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      const entry = await room.join({}, bo.session);
      statuses.push(admissionStatusOf(entry));
      if (entry.admission.status === 'waiting')
        await decide(made, room.sessionId, entry.admission.id, 'deny');
    }

    expect(statuses).to.deep.equal([
      'waiting policy',
      'waiting removed_before',
      'waiting removed_before',
      'denied',
    ]);
  });

  it('MTG-63: a person who waits and is silent for 120 s leaves the line, and joins its end when they poll again', async () => {
    const made = await world();
    const { chancery, clock, worker, owner } = made;
    const room = await liveMeeting(made);
    const silent = await room.join({ displayName: 'Silent' });
    clock.advance({ seconds: 60 });
    const patient = await room.join({ displayName: 'Patient' });
    clock.advance({ seconds: 61 });
    await chancery.meetings.getAdmission({ token: patient.admissionToken }, aStranger());

    await worker.run('meetings.sweep_admissions');

    const line = async () =>
      (
        await chancery.meetings.listAdmissions(
          { sessionId: room.sessionId, status: ['waiting', 'expired'] },
          owner.session,
        )
      ).admissions.map(({ person, status, position }) => `${person.displayName} ${status} ${position}`);
    expect(await line()).to.deep.equal(['Patient waiting 1', 'Silent expired null']);
    clock.advance({ seconds: 1 });
    expect(
      admissionStatusOf(await chancery.meetings.getAdmission({ token: silent.admissionToken }, aStranger())),
    ).to.equal('waiting policy');
    expect(await line()).to.deep.equal(['Patient waiting 1', 'Silent waiting 2']);
  });

  it('MTG-63: a member who was removed waits for a host again, also when they come back after a silence', async () => {
    const made = await world();
    const { chancery, clock } = made;
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, { settings: { admission: 'open' }, invitees: [{ userId: bo.id }] });
    const { admission, admissionToken: token } = await room.join({}, bo.session);
    await decide(made, room.sessionId, admission.id, 'remove');
    expect(admissionStatusOf(await room.join({}, bo.session))).to.equal('waiting removed_before');
    clock.advance({ seconds: 121 });

    const polled = await chancery.meetings.getAdmission({ token }, aStranger());

    expect(admissionStatusOf(polled)).to.equal('waiting removed_before');
    expect(polled.conference).to.equal(null);
    // Neither the ledger nor the attendance knows of a second time in the room.
    const admittedTimes = (await made.happened()).filter(
      ({ type, target }) => type === 'admission.admitted' && target.id === admission.id,
    );
    expect(admittedTimes).to.have.length(1);
    const { attendance } = await chancery.meetings.listAttendance(
      { meetingId: room.meetingId },
      made.owner.session,
    );
    expect(attendance.find(({ role }) => role === 'attendee')?.intervals).to.have.length(1);
  });

  it('MTG-107: admits all who wait as long as there are places, and leaves those who were removed before', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, { settings: { maxParticipants: 3 } });
    const first = await room.join({ displayName: 'One' });
    await decide(made, room.sessionId, first.admission.id, 'deny');
    for (const displayName of ['Two', 'Three', 'Four']) await room.join({ displayName });
    await made.sql(`update admissions set status = 'waiting' where id = $1`, [first.admission.id]);

    const answer = await chancery.meetings.admitAll({ sessionId: room.sessionId }, owner.session);

    expect(answer).to.deep.equal({ admittedCount: 2, stillWaitingCount: 2 });
    const { admissions } = await chancery.meetings.listAdmissions(
      { sessionId: room.sessionId, status: 'waiting' },
      owner.session,
    );
    expect(admissions.map(({ person }) => person.displayName)).to.deep.equal(['One', 'Four']);
    const last = admissions.at(-1);
    expect(await failureOf(decide(made, room.sessionId, last?.id ?? '', 'admit'))).to.equal('meeting.full');
  });

  it('MTG-62: whoever leaves a full room makes place for one person', async () => {
    const made = await world();
    const room = await liveMeeting(made, { settings: { admission: 'open', maxParticipants: 3 } });
    const [first, , third, fourth] = [
      await room.join({ displayName: 'First' }),
      await room.join({ displayName: 'Second' }),
      await room.join({ displayName: 'Third' }),
      await room.join({ displayName: 'Fourth' }),
    ];
    expect([third, fourth].map(admissionStatusOf)).to.deep.equal(['waiting full', 'waiting full']);

    await made.chancery.meetings.leaveAdmission({ token: first.admissionToken }, aStranger());

    await decide(made, room.sessionId, third.admission.id, 'admit');
    expect(await failureOf(decide(made, room.sessionId, fourth.admission.id, 'admit'))).to.equal(
      'meeting.full',
    );
  });

  it('opens before the host for the first who may enter, and names nobody as the one who started it', async () => {
    const made = await world();
    const { chancery, happened, clock } = made;
    const bo = await made.person('member', 'Bo');
    const { meeting } = await noonMeeting(made, {
      settings: { joinBeforeHostMinutes: 5 },
      invitees: [{ userId: bo.id }],
    });
    const join = () => chancery.meetings.requestAdmission({ joinCode: meeting.joinCode }, bo.session);
    expect(admissionStatusOf(await join())).to.equal('waiting_for_host not_started');
    clock.advance({ minutes: 5 });

    const entry = await join();

    expect(admissionStatusOf(entry)).to.equal('admitted');
    expect(entry.conference).to.not.equal(null);
    const started = (await happened()).find(({ type }) => type === 'occurrence.started');
    expect(started?.facts).to.deep.include({ startedByUserId: null });
  });

  /** Somebody invited and a stranger who wait for the host of a meeting in ten minutes. */
  async function atTheDoor(settings: object = {}) {
    const made = await world();
    const { chancery, clock } = made;
    const { meeting } = await noonMeeting(made, { settings, invitees: [{ email: 'cleo@client.example' }] });
    const invite = await inviteTokenOf(made, 'cleo@client.example');
    const askToEnter = (input: object) =>
      chancery.meetings.requestAdmission({ joinCode: meeting.joinCode, ...input }, aStranger());
    const stranger = await askToEnter({ displayName: 'Stranger' });
    clock.advance({ seconds: 1 });
    const cleo = await askToEnter({ invite });
    const poll = ({ admissionToken: token }: { readonly admissionToken: string }) =>
      chancery.meetings.getAdmission({ token }, aStranger());
    const beat = ({ admissionToken: token }: { readonly admissionToken: string }) =>
      chancery.meetings.keepAdmission({ token }, aStranger());
    /** Both stay in the line for so long. */
    const wait = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.advance({ minutes: 1 });
        await Promise.all([beat(stranger), beat(cleo)]);
      }
    };
    return { ...made, meeting, stranger, cleo, poll, beat, wait };
  }

  it('MTG-52: admits whoever waited once the meeting opens before the host, at their next sign of life', async () => {
    const { stranger, cleo, poll, wait, clock, happened } = await atTheDoor({ joinBeforeHostMinutes: 5 });
    await wait(4);
    expect(admissionStatusOf(await poll(cleo))).to.equal('waiting_for_host not_started');
    clock.advance({ minutes: 1 });

    const polled = await poll(cleo);

    expect(admissionStatusOf(polled)).to.equal('admitted');
    expect(polled.meeting).to.include({ status: 'live', hostPresent: false });
    expect(polled.conference?.identity).to.equal(cleo.admission.id);
    expect(admissionStatusOf(await poll(stranger))).to.equal('waiting policy');
    const events = (await happened()).filter(({ type }) =>
      /^(occurrence\.started|admission\.admitted)$/.test(type),
    );
    expect(events.map(({ type }) => type)).to.deep.equal(['occurrence.started', 'admission.admitted']);
    expect(events[0]?.facts).to.deep.include({ startedByUserId: null });
  });

  it('MTG-52: a heartbeat is a sign of life too, and somebody who may not enter alone opens nothing', async () => {
    const { stranger, cleo, beat, poll, wait, clock } = await atTheDoor({ joinBeforeHostMinutes: 5 });
    await wait(4);
    clock.advance({ minutes: 1 });

    expect(admissionStatusOf(await beat(stranger))).to.equal('waiting policy');
    expect((await poll(stranger)).meeting.status).to.equal('scheduled');

    expect(admissionStatusOf(await beat(cleo))).to.equal('admitted');
    expect((await poll(cleo)).conference).to.not.equal(null);
  });

  it('MTG-52: admits whoever waited once the settings let people enter before the host', async () => {
    const { meeting, chancery, owner, cleo, stranger, poll } = await atTheDoor();
    expect(admissionStatusOf(await poll(cleo))).to.equal('waiting_for_host not_started');

    await chancery.meetings.updateMeeting(
      {
        meetingId: meeting.id,
        expectedVersion: meeting.version,
        settings: { joinBeforeHostMinutes: 15, admission: 'open' },
      },
      owner.session,
    );

    expect(admissionStatusOf(await poll(stranger))).to.equal('admitted');
    expect(admissionStatusOf(await poll(cleo))).to.equal('admitted');
  });

  it('MTG-63: whoever was silent while the host started is decided about as if they came now', async () => {
    const { meeting, chancery, owner, clock, worker, cleo, stranger, poll } = await atTheDoor();
    clock.advance({ seconds: 121 });
    await worker.run('meetings.sweep_admissions');
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    expect(admissionStatusOf(await poll(cleo))).to.equal('admitted');
    expect(admissionStatusOf(await poll(stranger))).to.equal('waiting policy');
  });

  it('MTG-63: whoever is silent takes no place when the host starts, whether they have expired yet or not', async () => {
    const { meeting, chancery, owner, clock, cleo, poll } = await atTheDoor();
    clock.advance({ seconds: 121 });

    const { meeting: live } = await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    expect(live.counts.present).to.equal(1);
    expect(admissionStatusOf(await poll(cleo))).to.equal('admitted');
  });

  for (const [first, second] of [
    ['the link', 'a sign-in'],
    ['a sign-in', 'the link'],
  ] as const)
    it(`MTG-61: whoever was removed when they came by ${second} is not admitted by ${first} after a silence`, async () => {
      const made = await world();
      const bo = await made.person('member', 'Bo');
      const { chancery, clock, owner } = made;
      const { meeting } = await noonMeeting(made, { invitees: [{ userId: bo.id }] });
      const invite = await inviteTokenOf(made, bo.email);
      const { joinCode } = meeting;
      const come = (by: typeof first) =>
        by === 'the link'
          ? chancery.meetings.requestAdmission({ joinCode, invite }, aStranger())
          : chancery.meetings.requestAdmission({ joinCode }, bo.session);
      const silent = await come(first);
      clock.advance({ seconds: 121 });
      await made.worker.run('meetings.sweep_admissions');
      await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
      const { admission } = await come(second);
      await decide(made, admission.sessionId, admission.id, 'remove');

      const polled = await chancery.meetings.getAdmission({ token: silent.admissionToken }, aStranger());

      expect(admissionStatusOf(polled)).to.equal('waiting removed_before');
    });

  it('MTG-52: somebody who is a member no more waits for a host, though members are admitted', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    const bo = await made.person('member', 'Bo');
    const { meeting } = await noonMeeting(made, {
      visibility: 'workspace',
      settings: { admission: 'members' },
    });
    const entry = await chancery.meetings.requestAdmission({ joinCode: meeting.joinCode }, bo.session);
    await sql("update memberships set status = 'suspended' where user_id = $1", [bo.id]);

    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    const polled = await chancery.meetings.getAdmission({ token: entry.admissionToken }, aStranger());
    expect(admissionStatusOf(polled)).to.equal('waiting policy');
  });

  it('MTG-60: gives no join token to anybody who waits, was denied, or has left a live session', async () => {
    const made = await world();
    const { chancery } = made;
    const room = await liveMeeting(made, { invitees: [{ email: 'cleo@client.example' }] });
    const guest = await room.join({ displayName: 'Guest' });
    const cleo = await room.join({ invite: await inviteTokenOf(made, 'cleo@client.example') });
    const polled = async ({ admissionToken: token }: { readonly admissionToken: string }) => {
      const { admission, conference } = await chancery.meetings.getAdmission({ token }, aStranger());
      return [admission.status, conference?.identity ?? null];
    };

    expect([guest.admission.status, guest.conference]).to.deep.equal(['waiting', null]);
    expect(await polled(guest)).to.deep.equal(['waiting', null]);
    await decide(made, room.sessionId, guest.admission.id, 'deny');
    expect(await polled(guest)).to.deep.equal(['denied', null]);
    expect(await polled(cleo)).to.deep.equal(['admitted', cleo.admission.id]);
    await chancery.meetings.leaveAdmission({ token: cleo.admissionToken }, aStranger());
    expect(await polled(cleo)).to.deep.equal(['left', null]);
  });

  it('MTG-60: the next token carries a new role, given or taken while the session is live', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, { invitees: [{ email: 'cleo@client.example' }] });
    const invite = await inviteTokenOf(made, 'cleo@client.example');
    const { admissionToken: token } = await room.join({ invite });
    const { invitations } = await chancery.meetings.listMeetingInvitations(
      { meetingId: room.meetingId },
      owner.session,
    );
    const invitationId = invitations.find(({ kind }) => kind === 'guest')?.id ?? '';
    const moderates = async (role: 'co_host' | 'attendee') => {
      await chancery.meetings.updateMeetingInvitation(
        { meetingId: room.meetingId, invitationId, role },
        owner.session,
      );
      const { admission, conference } = await chancery.meetings.getAdmission({ token }, aStranger());
      return [admission.role, conference?.grants.moderate];
    };

    expect(await moderates('co_host')).to.deep.equal(['co_host', true]);
    expect(await moderates('attendee')).to.deep.equal(['attendee', false]);
  });

  it('MTG-54: whoever waits and is made a host comes in at the next sign of life', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const bo = await made.person('member', 'Bo');
    const room = await liveMeeting(made, {
      settings: { admission: 'hosts' },
      invitees: [{ userId: bo.id }],
    });
    const entry = await room.join({}, bo.session);
    expect(admissionStatusOf(entry)).to.equal('waiting policy');
    const { invitations } = await chancery.meetings.listMeetingInvitations(
      { meetingId: room.meetingId },
      owner.session,
    );
    const invitationId = invitations.find(({ person }) => person.userId === bo.id)?.id ?? '';

    await chancery.meetings.updateMeetingInvitation(
      { meetingId: room.meetingId, invitationId, role: 'host' },
      owner.session,
    );

    const polled = await chancery.meetings.getAdmission({ token: entry.admissionToken }, aStranger());
    expect([admissionStatusOf(polled), polled.conference?.grants.moderate]).to.deep.equal(['admitted', true]);
  });

  it('MTG-25: the code of a split series leads to the part that continues if the other part is cancelled', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { meeting } = await noonMeeting(made, {
      scheduledStartAt: '2026-11-30T12:00:00Z',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
    });
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);
    const { meeting: tail } = await chancery.meetings.updateMeeting(
      {
        meetingId: meeting.id,
        expectedVersion: meeting.version,
        scope: 'this_and_following',
        sessionId: occurrences[2]?.id ?? undefined,
        title: 'More',
      },
      owner.session,
    );
    await chancery.meetings.cancelMeeting({ meetingId: tail.id }, owner.session);

    const askToEnter = chancery.meetings.requestAdmission(
      { joinCode: meeting.joinCode, displayName: 'Guest' },
      aStranger(),
    );

    expect(await failureOf(askToEnter)).to.equal('occurrence.none_joinable');
  });

  it('MTG-47: a revoked invitation removes whoever came by it', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const room = await liveMeeting(made, { invitees: [{ email: 'cleo3@client.example' }] });
    const invite = await inviteTokenOf(made, 'cleo3@client.example');
    const entry = await room.join({ invite });
    const [row] = await made.sql<{ id: string }>(
      `select id from meeting_invitations where email = 'cleo3@client.example'`,
    );

    await chancery.meetings.revokeMeetingInvitation(
      { meetingId: room.meetingId, invitationId: row?.id ?? '', notify: false },
      owner.session,
    );

    const polled = await chancery.meetings.getAdmission({ token: entry.admissionToken }, aStranger());
    expect(polled.admission.status).to.equal('removed');
    expect(await failureOf(room.join({ invite }))).to.equal('link.gone');
  });

  it('is polled at most twenty times a minute with one token, and a code resolved six hundred times', async () => {
    const made = await world();
    const { chancery, ports } = made;
    const asked: string[] = [];
    const room = await liveMeeting(made);
    const { admissionToken: token } = await room.join({ displayName: 'Guest' });
    const consume = ports.throttle.consume.bind(ports.throttle);
    ports.throttle.consume = async (bucket, key, limit) => {
      asked.push(`${bucket} ${limit}`);
      expect(key).to.not.include(token);
      return consume(bucket, key, limit);
    };
    await chancery.meetings.getAdmission({ token }, aStranger());
    await chancery.meetings.resolveJoinCode({ joinCode: room.joinCode }, aStranger());
    expect(asked).to.include.members(['meeting_admission 20', 'meeting_resolve_code 600']);
    ports.throttle.closed.add('meeting_admission').add('meeting_resolve_code');

    expect(await failureOf(chancery.meetings.getAdmission({ token }, aStranger()))).to.equal('rate_limited');
    expect(await failureOf(chancery.meetings.keepAdmission({ token }, aStranger()))).to.equal('rate_limited');
    expect(
      await failureOf(chancery.meetings.resolveJoinCode({ joinCode: room.joinCode }, aStranger())),
    ).to.equal('rate_limited');
  });

  it('MTG-98: an admin who reads the attendance of a private meeting that they are not in leaves a trace, and runs nothing', async () => {
    const made = await world();
    const { chancery, happened } = made;
    const dan = await made.person('admin', 'Dan');
    const room = await liveMeeting(made);

    await chancery.meetings.listAttendance({ meetingId: room.meetingId }, dan.session);

    const last = (await happened()).at(-1);
    expect(last).to.deep.include({
      type: 'meeting.viewed_by_admin',
      facts: { meetingId: room.meetingId, userId: dan.id },
    });
    expect(
      await failureOf(chancery.meetings.listAdmissions({ sessionId: room.sessionId }, dan.session)),
    ).to.equal('permission.denied');
    expect(
      (await chancery.meetings.endSession({ sessionId: room.sessionId }, dan.session)).meeting.status,
    ).to.equal('ended');
  });
});
