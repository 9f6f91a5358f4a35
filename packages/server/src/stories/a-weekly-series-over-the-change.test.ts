import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedMail, parseMail } from '@chancery/adapters-services';
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
const dora = 'dora@client.example';

describe('story: a weekly series over the change (meetings 17, walk-through 1)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory({}, { startsAt: '2027-03-01T09:00:00.000Z' });
  });
  after(() => story?.close());

  it('is at nine on both sides, in the API and in every calendar, and each change reaches Cleo once', async () => {
    const { ann, client, newMails } = story;
    const bo = await story.join('bo@example.com', 'Bo');

    const created = await ann.meetings.createMeeting({
      title: 'Weekly review',
      scheduledStartAt: '2027-03-15T09:00:00+01:00',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
      invitees: [{ userId: bo.userId }, { email: cleo, displayName: 'Cleo' }],
    });
    const meetingId = created.meeting.id;
    const six = [
      '2027-03-15T08:00:00.000Z',
      '2027-03-22T08:00:00.000Z',
      '2027-03-29T07:00:00.000Z',
      '2027-04-05T07:00:00.000Z',
      '2027-04-12T07:00:00.000Z',
      '2027-04-19T07:00:00.000Z',
    ];
    expect(created.invitationCount).to.equal(2);
    expect(created.meeting).to.include({ timeZone: 'Europe/Berlin', icalSequence: 0 });
    expect(await startsOf(ann, meetingId)).to.deep.equal(six);

    // Cleo gets the mail.
    const invited = await newMails();
    expect(mailsTo(invited, 'bo@example.com')).to.have.length(1);
    const invitation = oneMailTo(invited, cleo);
    const { types, bytes } = await partsOf(story, invitation.id);
    expect(types).to.deep.equal([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar',
      'application/ics',
    ]);
    expect(bytes('application/ics').equals(bytes('text/calendar'))).to.equal(true);
    expect(startsIn(invitation.calendar ?? '')).to.deep.equal(six);

    // She opens her link and answers; the answer is shown, and reported once.
    const token = inviteTokenIn(invitation);
    const seen = await client().meetings.previewMeetingInvitation({ token });
    expect(seen.meeting.title).to.equal('Weekly review');
    await client().meetings.respondToMeetingInvitation({ token, response: 'accepted' });
    const { meeting } = await ann.meetings.getMeeting({ meetingId });
    expect(meeting.counts).to.include({ invitations: 3, accepted: 2, pending: 1 });
    expect(await answerOf(story, meetingId)).to.include({ status: 'accepted', responseVia: 'link' });
    const digests = [...(await newMails()), ...(await newMails(15 * 60)), ...(await newMails(15 * 60))];
    expect(digests.map(({ to, subject }) => [to, subject])).to.deep.equal([
      ['Ann <ann@example.com>', 'One answer: Weekly review'],
    ]);
    expect(digests[0]?.text).to.include('Cleo');

    // 5 April moves to 15:00.
    const fifth = await sessionAt(ann, meetingId, '2027-04-05T09:00:00');
    await ann.meetings.updateOccurrence({
      meetingId,
      sessionId: fifth.sessionId,
      startsAt: '2027-04-05T13:00:00.000Z',
      expectedVersion: fifth.version,
    });
    const moved = oneMailTo(await newMails(), cleo);
    expect(told(calendarLines(moved))).to.deep.equal([
      'METHOD:REQUEST',
      'SEQUENCE:1',
      'DTSTART;TZID=Europe/Berlin:20270405T150000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
      'STATUS:CONFIRMED',
    ]);
    expect(startsIn(moved.calendar ?? '')).to.deep.equal(['2027-04-05T13:00:00.000Z']);
    expect(calendarLines(moved).find((line) => line.startsWith('ATTENDEE'))).to.include(
      'PARTSTAT=NEEDS-ACTION',
    );
    const answer = await answerOf(story, meetingId);
    expect(answer.status).to.equal('accepted');
    expect(
      answer.occurrenceResponses.map(({ recurrenceId, status }) => [recurrenceId, status]),
    ).to.deep.equal([['2027-04-05T09:00:00', 'pending']]);

    // 12 April is cancelled.
    const twelfth = await sessionAt(ann, meetingId, '2027-04-12T09:00:00');
    await ann.meetings.updateOccurrence({
      meetingId,
      sessionId: twelfth.sessionId,
      status: 'cancelled',
      expectedVersion: twelfth.version,
    });
    const cancelled = oneMailTo(await newMails(), cleo);
    expect(told(calendarLines(cancelled))).to.deep.equal([
      'METHOD:CANCEL',
      'SEQUENCE:2',
      'DTSTART;TZID=Europe/Berlin:20270412T090000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270412T090000',
      'STATUS:CANCELLED',
    ]);

    // A new invitee gets series, one exception and one EXDATE.
    await ann.meetings.createMeetingInvitation({ meetingId, email: dora });
    const whole = oneMailTo(await newMails(), dora);
    expect(told(calendarLines(whole))).to.deep.equal([
      'METHOD:REQUEST',
      'SEQUENCE:2',
      'DTSTART;TZID=Europe/Berlin:20270315T090000',
      'RRULE:FREQ=WEEKLY;COUNT=6',
      'EXDATE;TZID=Europe/Berlin:20270412T090000',
      'STATUS:CONFIRMED',
      'SEQUENCE:2',
      'DTSTART;TZID=Europe/Berlin:20270405T150000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270405T090000',
      'STATUS:CONFIRMED',
    ]);
    expect(startsIn(whole.calendar ?? '')).to.deep.equal(await startsOf(ann, meetingId));

    // Ann saves a change in a stale tab.
    const stale = ann.meetings.updateMeeting({
      meetingId,
      title: 'Another name',
      expectedVersion: created.meeting.version,
    });
    expect(await refusalOf(stale)).to.deep.equal([412, 'version_conflict']);
    expect(await newMails(20 * 60)).to.deep.equal([]);
    expect((await ann.meetings.getMeeting({ meetingId })).meeting.title).to.equal('Weekly review');
  });
});

/** The properties by which calendars identify an entry, in the order of the file. */
const told = (lines: readonly string[]) =>
  lines.filter((line) =>
    /^(METHOD|SEQUENCE|DTSTART;TZID|RRULE:FREQ=WEEKLY|RDATE|EXDATE|RECURRENCE-ID|STATUS)/.test(line),
  );

async function answerOf({ ann }: MeetingStory, meetingId: string) {
  const { invitations } = await ann.meetings.listMeetingInvitations({ meetingId });
  const found = invitations.find(({ person }) => person.email === cleo);
  if (found === undefined) throw new Error('Cleo is not invited');
  return found;
}

/** Returns the types of all parts of a mail in their order, and the bytes of one part. */
async function partsOf({ spool }: MeetingStory, id: string) {
  const mails = await Promise.all(
    (await readdir(spool)).map(async (name) => parseMail(await readFile(join(spool, name)))),
  );
  const mail = mails.find(({ headers }) => headers.get('message-id') === `<${id}>`);
  const flat = (part: ParsedMail): ParsedMail[] => [part, ...part.parts.flatMap(flat)];
  const parts = mail === undefined ? [] : flat(mail);
  const typeOf = ({ contentType }: ParsedMail) => contentType.split(';')[0] ?? '';
  return {
    types: parts.map(typeOf),
    bytes: (type: string) => parts.find((part) => typeOf(part) === type)?.content ?? Buffer.alloc(0),
  };
}
