import { cleo, meetingWorld } from './meetings.ts';
import { aStranger, type World } from './world.ts';

export const inboundSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface EventInput {
  readonly uid: string;
  readonly attendees?: readonly string[];
  readonly partstat?: string;
  readonly sequence?: number | string;
  readonly dtstamp?: string;
  /** Further lines of the VEVENT. */
  readonly more?: readonly string[];
}

/** The lines of a VEVENT as calendars write them in an answer. */
export const eventLines = ({
  uid,
  attendees = [cleo.email],
  partstat = 'ACCEPTED',
  sequence = 0,
  dtstamp = '20261123T130000Z',
  more = [],
}: EventInput): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SEQUENCE:${sequence}`,
  `DTSTAMP:${dtstamp}`,
  ...attendees.map((address) => `ATTENDEE;PARTSTAT=${partstat}:mailto:${address}`),
  ...more,
  'END:VEVENT',
];

/** A mail that consists of a calendar with these components. */
export const calendarMail = (method: string, components: readonly (readonly string[])[]): string =>
  [
    'From: Cleo <cleo@client.example>',
    'MIME-Version: 1.0',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    ...components.flat(),
    'END:VCALENDAR',
  ].join('\r\n');

/** Passes on mails as a gateway does that knows the secret. */
export const mailGateway =
  ({ chancery, ports, clock }: Pick<World, 'chancery' | 'ports' | 'clock'>) =>
  (body: object | string, sign: { at?: string; secret?: string } = {}) => {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = ports.webhookSigner.sign('msg_1', sign.at ?? clock.now(), content, [
      sign.secret ?? inboundSecret,
    ]);
    return chancery.meetings.receiveItip(
      {
        content: Buffer.from(content),
        webhookId: headers['webhook-id'],
        webhookTimestamp: headers['webhook-timestamp'],
        webhookSignature: headers['webhook-signature'],
      },
      aStranger(),
    );
  };

interface Reply extends Omit<EventInput, 'uid' | 'attendees'> {
  readonly method?: string;
  readonly uid?: string;
  readonly attendee?: string;
  /** Further components of the calendar, before the VEVENT. */
  readonly zones?: readonly (readonly string[])[];
}

/** A world whose owner has invited Cleo to a series of four Mondays, and whose gateway passes answers on. */
export async function gatewayWorld(
  over: Parameters<typeof meetingWorld>[0] = {},
  settings: { inboundSecret: string | null } = { inboundSecret },
  given: Parameters<typeof meetingWorld>[1] = {},
) {
  const made = await meetingWorld(
    {
      scheduledStartAt: '2027-06-07T07:00:00.000Z',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
      invitees: [cleo],
      ...over,
    },
    { ...given, settings },
  );
  const { chancery, meeting, meetingId, owner, sql } = made;
  /** What the organizer is told; mails of other tests may still be waiting. */
  const mails = async (seconds?: number) =>
    (await made.mails(seconds)).filter(({ to }) => to.address === owner.email);
  await mails();
  const send = mailGateway(made);
  const message = ({
    method = 'REPLY',
    uid = meeting.icalUid,
    attendee = cleo.email,
    zones = [],
    ...event
  }: Reply = {}) => calendarMail(method, [...zones, eventLines({ uid, attendees: [attendee], ...event })]);
  /** Sends the mail as if its sender was sure. */
  const deliver = (mail: string, from: { authenticated?: boolean; sender?: string } = {}) =>
    send({ message: mail, authenticated: true, sender: cleo.email, ...from });
  return {
    ...made,
    mails,
    send,
    message,
    deliver,
    reply: (reply: Reply = {}, from: Parameters<typeof deliver>[1] = {}) => deliver(message(reply), from),
    standing: async (address = cleo.email) =>
      (
        await sql<{
          status: string;
          response_via: string | null;
          proposed: string | null;
          response_comment: string | null;
        }>(
          'select status, response_via, response_comment, proposed_start_at proposed from meeting_invitations where meeting_id = $1 and email = $2',
          [meetingId, address],
        )
      )[0],
    /** The answers for single sessions: `2027-06-14 declined`. */
    answers: async () =>
      (
        await sql<{ day: string; status: string }>(
          `select left(o.recurrence_id, 10) "day", r.status from occurrence_responses r
           join meeting_occurrences o on o.id = r.occurrence_id where r.meeting_id = $1 order by 1`,
          [meetingId],
        )
      ).map(({ day, status }) => `${day} ${status}`),
    activity: async () =>
      (await chancery.meetings.listMeetingActivity({ meetingId, limit: 200 }, owner.session)).activity.map(
        ({ type }) => type,
      ),
  };
}
