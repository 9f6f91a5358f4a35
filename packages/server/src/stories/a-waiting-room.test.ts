import { execFileSync } from 'node:child_process';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { inviteTokenIn, type MeetingStory, oneMailTo, openMeetingStory } from './testing/meeting-story.ts';

const cleo = 'cleo@client.example';
const start = '2027-06-07T07:00:00.000Z';

describe('story: a waiting room (meetings 17, walk-through 3)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory({}, { startsAt: '2027-06-06T09:00:00.000Z' });
  });
  after(() => story?.close());

  it('lets in who is invited, keeps out who was removed, and shows afterwards who was there', async () => {
    const { ann, client, newMails, advance, advanceTo, run } = story;
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Interview',
      scheduledStartAt: start,
      invitees: [{ email: cleo, displayName: 'Cleo' }],
    });
    const { id: meetingId, joinCode } = meeting;
    expect(meeting.settings.admission).to.equal('invited');
    const invite = inviteTokenIn(oneMailTo(await newMails(), cleo));
    const join = (input: object, who: Chancery = client()) =>
      who.meetings.requestAdmission({ joinCode, ...input });
    const poll = async (token: string) => {
      const { admission, conference } = await client().meetings.getAdmission({ token });
      return [admission.status, admission.waitReason, conference !== null];
    };
    const keep = (...tokens: string[]) =>
      Promise.all(tokens.map((token) => client().meetings.keepAdmission({ token })));

    // People come ten minutes early.
    advanceTo('2027-06-07T06:50:00.000Z');
    const stranger = await join({ displayName: 'Stranger' });
    expect(stranger.admission.status).to.equal('waiting_for_host');
    advance(20);
    const guest = await join({ invite });
    expect([guest.admission.status, guest.conference]).to.deep.equal(['waiting_for_host', null]);

    // Ann starts.
    advance(20);
    const started = await ann.meetings.startMeeting({ meetingId });
    const { sessionId } = guest.admission;
    expect(await poll(guest.admissionToken)).to.deep.equal(['admitted', null, true]);
    expect(await poll(stranger.admissionToken)).to.deep.equal(['waiting', 'policy', false]);

    // She admits, then removes him; his next try waits, even with a new name.
    const decide = (admissionId: string, decision: 'admit' | 'remove') =>
      ann.meetings.decideOnAdmission({ sessionId, admissionId, decision });
    await decide(stranger.admission.id, 'admit');
    expect(await poll(stranger.admissionToken)).to.deep.equal(['admitted', null, true]);
    advance(60);
    await keep(guest.admissionToken, stranger.admissionToken, started.admissionToken ?? '');
    advance(60);
    await keep(guest.admissionToken, stranger.admissionToken, started.admissionToken ?? '');
    await decide(stranger.admission.id, 'remove');
    for (const displayName of ['Stranger', 'Somebody else']) {
      const again = await join({ displayName });
      expect([again.admission.status, again.admission.waitReason, again.conference]).to.deep.equal([
        'waiting',
        'removed_before',
        null,
      ]);
    }

    // Ann's laptop dies; she comes back in without waiting.
    for (const _ of [1, 2]) {
      advance(60);
      await keep(guest.admissionToken);
    }
    await run('meetings.sweep_admissions');
    const { admissions } = await ann.meetings.listAdmissions({ sessionId });
    expect(admissions.find(({ role }) => role === 'host')?.status).to.equal('left');
    const back = await join({}, ann);
    expect([back.admission.status, back.admission.role, back.conference?.grants.moderate]).to.deep.equal([
      'admitted',
      'host',
      true,
    ]);

    // She ends the meeting, and everyone is out.
    advance(60);
    await keep(guest.admissionToken, back.admissionToken);
    await ann.meetings.endSession({ sessionId });
    for (const token of [guest.admissionToken, stranger.admissionToken, back.admissionToken]) {
      expect(await refusalOf(client().meetings.getAdmission({ token }))).to.deep.equal([410, 'link.gone']);
      expect(await refusalOf(client().meetings.keepAdmission({ token }))).to.deep.equal([410, 'link.gone']);
    }

    // Attendance shows three people with their minutes.
    advance(120);
    await story.mails();
    const { attendance, summary } = await ann.meetings.listAttendance({ meetingId });
    const minutes = attendance.map(({ person, role, durationSeconds, present }) => [
      person.displayName,
      role,
      Math.round(durationSeconds / 60),
      present,
    ]);
    expect(minutes).to.have.deep.members([
      ['Ann', 'host', 3, false],
      ['Cleo', 'attendee', 5, false],
      ['Stranger', 'attendee', 2, false],
    ]);
    expect(
      attendance.find(({ role }) => role === 'host')?.intervals.map(({ leftReason }) => leftReason),
    ).to.deep.equal(['lost', 'ended']);
    expect(summary).to.include({ sessionId, attended: 3 });

    // The CSV, as a spreadsheet reads it.
    const file = await ann.meetings.exportAttendance({ meetingId, sessionId });
    expect(file.mediaType).to.equal('text/csv; charset=utf-8');
    const [head, ...rows] = rowsOf(await new Response(file.stream).text());
    expect(head).to.deep.equal([
      'name',
      'email',
      'role',
      'first_joined_at',
      'last_left_at',
      'duration_seconds',
      'present',
    ]);
    expect(rows).to.deep.equal(
      attendance.map(({ person, role, firstJoinedAt, lastLeftAt, durationSeconds }) => [
        person.displayName,
        person.email ?? '',
        role,
        firstJoinedAt,
        lastLeftAt ?? '',
        String(durationSeconds),
        'false',
      ]),
    );
  });
});

/** Reads the file by code that shares nothing with the code that wrote it. */
const rowsOf = (csv: string): string[][] =>
  JSON.parse(
    execFileSync(
      '/usr/bin/python3',
      [
        '-c',
        'import csv,io,json,sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline=""), strict=True))))',
      ],
      { input: csv },
    ).toString(),
  );
