import { randomUUID } from 'node:crypto';
import { StandardWebhookSigner } from '@chancery/adapters-services';
import { unfolded } from '@chancery/core/testing';
import { expect } from 'chai';
import { blocks, contentOf, ImportingCalendar, lineOf } from './testing/importing-calendar.ts';
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

const inboundSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Who imports the file with which client. */
const people = { outlook: 'olga@client.example', google: 'gus@client.example', apple: 'ada@client.example' };
const clients = ['outlook', 'google', 'apple'] as const;
type Client = (typeof clients)[number];

describe('story: a series in Outlook, Google and Apple calendars (meetings 17, walk-through 10)', () => {
  let story: MeetingStory;
  before(async () => {
    story = await openMeetingStory(
      { CHANCERY_INBOUND_SECRET: inboundSecret },
      { startsAt: '2027-03-01T09:00:00.000Z' },
    );
  });
  after(() => story?.close());

  it('is imported with the right times, answered from the mail client, and taken out by the CANCEL', async () => {
    const { ann, client, newMails } = story;
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Weekly review',
      scheduledStartAt: '2027-03-15T09:00:00+01:00',
      timeZone: 'Europe/Berlin',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
      invitees: Object.values(people).map((email) => ({ email })),
    });
    const meetingId = meeting.id;
    const invited = await newMails();
    const change = async (recurrenceId: string, changes: { startsAt: string } | { status: 'cancelled' }) => {
      const { sessionId, version } = await sessionAt(ann, meetingId, recurrenceId);
      await ann.meetings.updateOccurrence({ meetingId, sessionId, ...changes, expectedVersion: version });
    };
    await change('2027-04-05T09:00:00', { startsAt: '2027-04-05T13:00:00.000Z' });
    await change('2027-04-12T09:00:00', { status: 'cancelled' });
    const changes = await newMails();
    const five = [
      '2027-03-15T08:00:00.000Z',
      '2027-03-22T08:00:00.000Z',
      '2027-03-29T07:00:00.000Z',
      '2027-04-05T13:00:00.000Z',
      '2027-04-19T07:00:00.000Z',
    ];
    expect(await startsOf(ann, meetingId)).to.deep.equal(five);

    const imported = new Map<Client, string>();
    for (const name of clients) {
      const address = people[name];
      // She opens the file behind the link.
      const file = await client().meetings.getCalendarFile({
        meetingId,
        invite: inviteTokenIn(oneMailTo(invited, address)),
      });
      expect(file.mediaType).to.equal('text/calendar; charset=utf-8; method=REQUEST');
      const text = await new Response(file.stream).text();
      imported.set(name, text);
      expect(startsIn(text), name).to.deep.equal(five);
      // The result of the mails, one after the other.
      const calendar = new ImportingCalendar();
      calendar.take(oneMailTo(invited, address).calendar ?? '');
      expect(calendar.starts(), name).to.have.length(6);
      for (const { calendar: part } of mailsTo(changes, address)) calendar.take(part ?? '');
      expect(calendar.starts(), name).to.deep.equal(five);
      // Importing the file on top of it duplicates nothing.
      calendar.take(text);
      expect(calendar.starts(), name).to.deep.equal(five);
    }

    // An acceptance in the mail client comes back through the endpoint for inbound mail.
    for (const name of clients) {
      const reply = replyMail(name, imported.get(name) ?? '', story.now());
      expect(await gateway(story, reply, people[name]), name).to.deep.equal({
        status: 201,
        data: { outcome: 'applied', reason: null },
      });
    }
    const { invitations } = await ann.meetings.listMeetingInvitations({ meetingId });
    expect(
      invitations
        .filter(({ kind }) => kind === 'guest')
        .map(({ person, status, responseVia }) => [person.email, status, responseVia]),
    ).to.have.deep.members(Object.values(people).map((email) => [email, 'accepted', 'itip']));

    // The CANCEL removes the series.
    await newMails(20 * 60);
    await ann.meetings.cancelMeeting({ meetingId });
    const cancellations = await newMails();
    for (const name of clients) {
      const mail = oneMailTo(cancellations, people[name]);
      const lines = calendarLines(mail);
      expect(lines).to.include.members([
        'METHOD:CANCEL',
        'STATUS:CANCELLED',
        `UID:${meeting.icalUid}`,
        'SEQUENCE:3',
      ]);
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).to.have.length(1);
      expect(lines.join('\n')).to.not.match(/^(RECURRENCE-ID|RRULE:FREQ=WEEKLY)/m);
      const calendar = new ImportingCalendar();
      for (const { calendar: part } of mailsTo([...invited, ...changes], people[name]))
        calendar.take(part ?? '');
      expect(calendar.starts()).to.have.length(5);
      calendar.take(mail.calendar ?? '');
      expect(calendar.starts(), name).to.deep.equal([]);
    }
  });
});

/** The answer of this client to a request, in the form in which it mails it. */
function replyMail(name: Client, request: string, at: string): string {
  const [event = []] = blocks(unfolded(request), 'VEVENT');
  const address = people[name];
  const copied = ['UID', 'SEQUENCE', 'DTSTART', 'DTEND', 'RRULE', 'ORGANIZER'].map((property) =>
    lineOf(event, property),
  );
  const calendar = [
    'BEGIN:VCALENDAR',
    `PRODID:-//${name}//EN`,
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'METHOD:REPLY',
    ...(name === 'google' ? [] : blocks(unfolded(request), 'VTIMEZONE').flat()),
    'BEGIN:VEVENT',
    ...copied,
    `DTSTAMP:${at.replace(/[-:]|\.\d{3}/g, '')}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;CN=${name}:${name === 'outlook' ? 'MAILTO' : 'mailto'}:${address}`,
    `SUMMARY:Accepted: ${contentOf(event, 'SUMMARY')}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const base64 = Buffer.from(calendar).toString('base64').replace(/.{76}/g, '$&\r\n');
  const text = ['Content-Type: text/plain; charset="utf-8"', '', 'Accepted.'];
  const parts: Readonly<Record<Client, readonly (readonly string[])[]>> = {
    outlook: [
      text,
      [
        'Content-Type: text/calendar; charset="utf-8"; method=REPLY',
        'Content-Transfer-Encoding: base64',
        '',
        base64,
      ],
    ],
    google: [
      text,
      ['Content-Type: text/html; charset="UTF-8"', '', '<p>Accepted.</p>'],
      [
        'Content-Type: text/calendar; charset="UTF-8"; method=REPLY',
        'Content-Transfer-Encoding: 7bit',
        '',
        calendar,
      ],
    ],
    apple: [
      text,
      [
        'Content-Type: text/calendar;\r\n\tmethod=REPLY;\r\n\tcharset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        calendar.replaceAll('=', '=3D'),
      ],
    ],
  };
  return [
    `From: ${name} <${address}>`,
    'To: <meetings@example.com>',
    'Subject: Accepted: Weekly review',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="=_${name}"`,
    '',
    ...parts[name].flatMap((part) => [`--=_${name}`, ...part]),
    `--=_${name}--`,
    '',
  ].join('\r\n');
}

/** What the mail gateway posts, signed. */
async function gateway({ baseUrl, now }: MeetingStory, message: string, sender: string) {
  const body = JSON.stringify({ message, authenticated: true, sender });
  const headers = new StandardWebhookSigner().sign(`msg_${randomUUID()}`, now(), body, [inboundSecret]);
  const answer = await fetch(`${baseUrl}/api/v1/meetings/itip`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const { data } = (await answer.json()) as { data: unknown };
  return { status: answer.status, data };
}
