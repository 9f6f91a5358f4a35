import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import {
  calendarLines,
  inviteTokenIn,
  type MeetingStory,
  mailsTo,
  oneMailTo,
  openMeetingStory,
  sessionAt,
  startsIn,
  startsOf,
} from './testing/meeting-story.ts';

const cleo = 'cleo@client.example';
const week = (day: string, hour = '07') => `2027-${day}T${hour}:00:00.000Z`;

describe('story: this and following (meetings 17, walk-through 2)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory({}, { startsAt: '2027-06-01T09:00:00.000Z' });
  });
  after(() => story?.close());

  it('keeps past sessions and the link, and gives Cleo a series that ends and a new one', async () => {
    const { ann, client, newMails, advance, advanceTo } = story;
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Planning',
      scheduledStartAt: week('06-07'),
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
      invitees: [{ email: cleo, displayName: 'Cleo' }],
      settings: { admission: 'open' },
    });
    const { id: meetingId, joinCode, joinUrl } = meeting;
    const invitation = oneMailTo(await newMails(), cleo);
    const invite = inviteTokenIn(invitation);
    await client().meetings.respondToMeetingInvitation({ token: invite, response: 'accepted' });
    await newMails(15 * 60);

    /** Ann starts what is due, Cleo comes for two minutes, Ann ends it. */
    async function hold(start: string): Promise<string> {
      advanceTo(start);
      await ann.meetings.startMeeting({ meetingId });
      const entry = await client().meetings.requestAdmission({ joinCode, invite });
      expect(entry.admission.status).to.equal('admitted');
      for (const _ of [1, 2]) {
        advance(60);
        await client().meetings.keepAdmission({ token: entry.admissionToken });
      }
      await client().meetings.leaveAdmission({ token: entry.admissionToken });
      await ann.meetings.endSession({ sessionId: entry.admission.sessionId });
      advance(31 * 60);
      await story.mails();
      return entry.admission.sessionId;
    }
    const held = [await hold(week('06-07')), await hold(week('06-14'))];
    const attendanceOf = () =>
      Promise.all(held.map((sessionId) => ann.meetings.listAttendance({ meetingId, sessionId })));
    const attended = await attendanceOf();
    expect(attended.map(({ attendance }) => attendance.length)).to.deep.equal([2, 2]);
    expect(
      attended.flatMap(({ attendance }) =>
        attendance.filter(({ role }) => role === 'attendee').map(({ durationSeconds }) => durationSeconds),
      ),
    ).to.deep.equal([120, 120]);
    await newMails();

    // The whole series cannot move any more.
    const { meeting: before } = await ann.meetings.getMeeting({ meetingId });
    const whole = ann.meetings.updateMeeting({
      meetingId,
      scheduledStartAt: week('06-07', '08'),
      expectedVersion: before.version,
    });
    expect(await refusalOf(whole)).to.deep.equal([409, 'meeting.series_started']);

    // From the third session on it can, as a new meeting.
    const third = await sessionAt(ann, meetingId, '2027-06-21T09:00:00');
    const { meeting: tail } = await ann.meetings.updateMeeting({
      meetingId,
      scope: 'this_and_following',
      sessionId: third.sessionId,
      scheduledStartAt: week('06-21', '08'),
      expectedVersion: before.version,
    });
    expect(tail.id).to.not.equal(meetingId);
    expect(tail).to.include({ seriesId: before.seriesId, splitFromMeetingId: meetingId, joinCode, joinUrl });
    expect(tail.icalUid).to.not.equal(before.icalUid);
    const heads = [week('06-07'), week('06-14')];
    const tails = [week('06-21', '08'), week('06-28', '08'), week('07-05', '08'), week('07-12', '08')];
    expect(await startsOf(ann, meetingId)).to.deep.equal(heads);
    expect(await startsOf(ann, tail.id)).to.deep.equal(tails);
    expect(await attendanceOf()).to.deep.equal(attended);

    // Cleo's calendar shows both.
    const mails = mailsTo(await newMails(), cleo);
    expect(mails.map((mail) => calendarLines(mail).find((line) => line.startsWith('UID:')))).to.deep.equal([
      `UID:${before.icalUid}`,
      `UID:${tail.icalUid}`,
    ]);
    const [head, following] = mails;
    if (head === undefined || following === undefined) throw new Error('Two mails were counted');
    expect(calendarLines(head)).to.include.members([
      'METHOD:REQUEST',
      'SEQUENCE:1',
      'RRULE:FREQ=WEEKLY;UNTIL=20270614T070000Z',
    ]);
    expect(startsIn(head.calendar ?? '')).to.deep.equal(heads);
    expect(calendarLines(following)).to.include.members(['METHOD:REQUEST', 'SEQUENCE:0']);
    expect(startsIn(following.calendar ?? '')).to.deep.equal(tails);
    const { invitations } = await ann.meetings.listMeetingInvitations({ meetingId: tail.id });
    expect(invitations.filter(({ kind }) => kind === 'guest').map(({ status }) => status)).to.deep.equal([
      'pending',
    ]);

    // The old link opens the right session each week.
    expect((await fetch(joinUrl)).status).to.equal(200);
    for (const start of tails) {
      advanceTo(new Date(Date.parse(start) - 300_000).toISOString());
      const resolution = await client().meetings.resolveJoinCode({ joinCode });
      expect(resolution.startsAt).to.equal(start);
      const { meeting: started } = await ann.meetings.startMeeting({ meetingId: tail.id });
      const entry = await client().meetings.requestAdmission({ joinCode, displayName: 'Dan' });
      expect(entry.admission).to.include({ meetingId: tail.id, status: 'admitted' });
      expect(entry.admission.sessionId).to.equal(started.nextOccurrence?.id);
      const { occurrences } = await ann.meetings.listOccurrences({ meetingId: tail.id, status: 'live' });
      expect(occurrences.map(({ id, startsAt }) => [id, startsAt])).to.deep.equal([
        [entry.admission.sessionId, start],
      ]);
      const own = await client().meetings.requestAdmission({ joinCode, invite });
      expect(own.admission).to.include({ sessionId: entry.admission.sessionId, identity: 'invitation' });
      await ann.meetings.endSession({ sessionId: entry.admission.sessionId });
    }
    expect(await attendanceOf()).to.deep.equal(attended);
  });
});
