import type { WritingContext } from '../../kernel/handler-context.ts';
import { email, foldEmail } from '../../kernel/shapes.ts';
import type { CalendarAnswer, CalendarAnswerer, CalendarReplies } from '../calendar/calendar-reader.ts';
import type { MeetingInvitation } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Correspondent, idsOf, recordAnswers } from './answers.ts';
import { type IgnoredReason, itipIgnored } from './events.ts';

interface Envelope {
  /** Whether the mail gateway is sure of the sender. */
  readonly authenticated: boolean;
  readonly sender: string;
}

type FollowingContext = WritingContext & MeetingsPorts;

/** A VEVENT whose attendee is who sent it, or why it is ignored. */
type Judged =
  | { readonly answer: CalendarAnswer; readonly attendee: CalendarAnswerer; readonly reason: null }
  | {
      readonly answer: CalendarAnswer;
      readonly attendee: CalendarAnswerer | null;
      readonly reason: IgnoredReason;
    };

/**
 * Records the answers of one message (meetings 7.6). Null if at least one of them was recorded, else the reason why the
 * first was ignored. What is ignored leaves an entry in the activity, if it is about somebody who is known.
 */
export async function applyReplies(
  file: CalendarReplies,
  envelope: Envelope,
  context: FollowingContext,
): Promise<IgnoredReason | null> {
  const place = await context.correspondence.meetingOfUid(file.uid);
  if (place === null) return envelope.authenticated ? 'unknown' : 'not_authenticated';
  await context.enterByLink(place.workspaceId);

  const judged = file.answers.map((answer) => judge(answer, file.method, envelope));
  const refused = judged.find(({ reason }) => reason !== null);
  const heard = judged.flatMap((one) => (one.reason === null ? [one] : []));
  const left = refused === undefined ? null : await leave(refused, place.id, context);
  if (heard.length === 0) return left;

  const from = await correspondentAt(place.id, envelope.sender, context);
  return from === null ? 'unknown' : recordAnswers(file, heard, from, context);
}

/** Who sent the mail decides whose answer it is: whoever else stands in the file has said nothing. */
function judge(answer: CalendarAnswer, method: CalendarReplies['method'], envelope: Envelope): Judged {
  const { attendees } = answer;
  const sender = foldEmail(envelope.sender);
  const own = attendees.find(({ address }) => foldEmail(address) === sender);
  const attendee = own ?? attendees[0] ?? null;
  if (!envelope.authenticated) return { answer, attendee, reason: 'not_authenticated' };
  if (own === undefined) return { answer, attendee, reason: 'not_the_attendee' };
  // A reply comes from one person only; a counter-proposal repeats the whole meeting.
  if (method === 'REPLY' && attendees.length > 1) return { answer, attendee, reason: 'not_answerable' };
  return { answer, attendee: own, reason: null };
}

/** Notes in the activity that an answer was ignored; `unknown`, without an entry, if its attendee is nobody here. */
async function leave(
  { attendee, reason }: Judged,
  meetingId: string,
  context: FollowingContext,
): Promise<IgnoredReason> {
  const from = attendee === null ? null : await correspondentAt(meetingId, attendee.address, context);
  if (reason === null || from === null) return reason === 'not_authenticated' ? reason : 'unknown';
  context.emit(itipIgnored, { ...idsOf(from), meetingId, reason });
  return reason;
}

/** Whoever has the address in this meeting: as an invitee, as a registrant, or as both. */
async function correspondentAt(
  meetingId: string,
  address: string,
  { correspondence }: FollowingContext,
): Promise<Correspondent | null> {
  const read = email().safeParse(address);
  if (!read.success) return null;
  const invitation: MeetingInvitation | null = await correspondence.inviteeAt(meetingId, read.data);
  const registration = await correspondence.registrantAt(meetingId, read.data);
  if (invitation === null && registration === null) return null;
  return { meetingId, address: read.data, invitation, registration };
}
