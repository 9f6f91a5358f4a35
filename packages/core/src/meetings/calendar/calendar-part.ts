import { PermanentJobError } from '../../kernel/outbox.ts';
import type { LinkTokens, TimeZoneRules } from '../../kernel/ports.ts';
import type { Settings } from '../../kernel/settings.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { joinUrlOf } from '../join-code.ts';
import { cancelledEvents, occurrenceEvent, partstatOf, soleSession, wholeEvents } from './calendar-events.ts';
import type { CalendarHolder, CalendarPerson, CalendarState, CalendarStates } from './calendar-state.ts';
import type { CalendarEvent } from './event-component.ts';
import { meetingCalendar } from './meeting-calendar.ts';

/** What a message or a file is about (meetings 7.4). */
export type CalendarSubject =
  | { readonly kind: 'whole' }
  /** `cancelled` removes it even if it was restored since: a CANCEL is always sent. */
  | { readonly kind: 'occurrence'; readonly occurrenceId: string; readonly cancelled?: boolean }
  /** Removes the meeting from this person's calendar, even if it goes on for others. */
  | { readonly kind: 'cancel' };

export interface CalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
  readonly sequence: number;
}

export interface CalendarContext {
  readonly linkTokens: LinkTokens;
  readonly settings: Pick<Settings, 'webUrl' | 'mailOrganizer' | 'inboundSecret'>;
  readonly timeZones: TimeZoneRules;
  readonly now: Instant;
}

/** A series comes with its exceptions of so many days back (meetings 7.4), which a calendar would otherwise set right. */
const pastDays = 30;

const kinds = {
  invitation: { token: 'meeting_invitation', parameter: 'invite' },
  registration: { token: 'webinar_registration', parameter: 'registration' },
} as const;

/** The person's own link. Throws a `PermanentJobError` if the key that made it is not configured any more. */
export function joinLinkOf(
  joinUrl: string,
  {
    kind,
    id,
    tokenGeneration,
    tokenKeyNumber,
    tokenHash,
  }: Omit<CalendarPerson, 'displayName' | 'address' | 'required' | 'status'>,
  linkTokens: LinkTokens,
): string {
  const { token } = linkTokens.derive(kinds[kind].token, id, tokenGeneration, tokenKeyNumber);
  // A link that does not match the stored digest would open nothing.
  if (linkTokens.hash(token) !== tokenHash)
    throw new PermanentJobError('link_key.missing', 'The key that made this link is not configured');
  return `${joinUrl}&${kinds[kind].parameter}=${token}`;
}

interface Contents {
  readonly method: CalendarPart['method'];
  readonly events: readonly CalendarEvent[];
}

/** Until a registration is approved, its registrant has no place in the meeting. */
const isUndecided = ({ kind, status }: CalendarPerson) => kind === 'registration' && status !== 'accepted';

function contentsOf(
  state: CalendarState,
  subject: CalendarSubject,
  context: CalendarContext,
): Contents | null {
  const { meeting, person, occurrences } = state;
  const { timeZones, now } = context;
  // A meeting without a rule is over when its one session is.
  const isOver =
    meeting.status === 'cancelled' ||
    (meeting.recurrence === null && soleSession(occurrences)?.status === 'cancelled');
  const whole = (): Contents =>
    isOver
      ? { method: 'CANCEL', events: cancelledEvents(state, timeZones) }
      : { method: 'REQUEST', events: wholeEvents(state, plusDays(now, -pastDays), timeZones) };
  if (subject.kind === 'cancel') return { method: 'CANCEL', events: cancelledEvents(state, timeZones) };
  if (person.status === 'revoked' || isUndecided(person)) return null;
  if (subject.kind === 'whole') return whole();

  const occurrence = occurrences.find(({ id }) => id === subject.occurrenceId);
  if (occurrence === undefined) return null;
  const isCancelled = subject.cancelled === true || occurrence.status === 'cancelled';
  if (occurrence.recurrenceId === null)
    return isCancelled ? { method: 'CANCEL', events: cancelledEvents(state, timeZones) } : whole();
  if (isOver && !isCancelled) return null;
  return {
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    events: [occurrenceEvent(meeting, occurrence, isCancelled)],
  };
}

type Holder = CalendarHolder & { readonly meetingId?: string | null };

/** The calendar part of a mail; null if the person does not exist or is no longer invited, or the meeting has no time. */
export async function loadCalendarPart(
  holder: Holder,
  subject: CalendarSubject,
  context: CalendarContext & { readonly calendarStates: CalendarStates },
): Promise<CalendarPart | null> {
  const state = await loadCalendarState(holder, subject, context.calendarStates);
  return state === null ? null : calendarPartOf(state, subject, context);
}

/** The state that the calendar part is written from. */
export const loadCalendarState = (
  holder: Holder,
  subject: CalendarSubject,
  calendarStates: CalendarStates,
): Promise<CalendarState | null> =>
  calendarStates.ofPerson(holder, {
    occurrenceId: subject.kind === 'occurrence' ? subject.occurrenceId : null,
    meetingId: holder.meetingId ?? null,
  });

/** The calendar part of a mail, and the file behind the link: both are written by the same code from the same state (MTG-76). */
export function calendarPartOf(
  state: CalendarState,
  subject: CalendarSubject,
  context: CalendarContext,
): CalendarPart | null {
  const contents = contentsOf(state, subject, context);
  if (contents === null || contents.events.length === 0) return null;

  const { meeting, person } = state;
  const { settings, linkTokens, timeZones, now } = context;
  const joinUrl = joinUrlOf(settings.webUrl, meeting.joinCode);
  // A calendar knows an attendee only by an address, so whose address may not stand in a file has one that leads nowhere.
  const addressOf = ({ address }: Pick<CalendarPerson, 'address'>) =>
    address ?? `hidden@${new URL(settings.webUrl).hostname}`;
  const content = meetingCalendar({
    ...contents,
    icalUid: meeting.icalUid,
    sequence: meeting.icalSequence,
    createdAt: meeting.createdAt,
    updatedAt: meeting.updatedAt,
    dtstamp: now,
    timeZone: meeting.timeZone,
    joinUrl,
    joinLink: joinLinkOf(joinUrl, person, linkTokens),
    organizer: { name: state.organizerName, address: settings.mailOrganizer },
    recipient: {
      name: person.displayName,
      address: addressOf(person),
      partstat: partstatOf(person.status),
      required: person.required,
      // A registrant is asked only where declining in the calendar gives the place back (MTG-109).
      rsvp: person.kind === 'invitation' || settings.inboundSecret !== null,
    },
    otherAttendees: state.others.map((other) => ({
      name: other.displayName,
      address: addressOf(other),
      partstat: partstatOf(other.status),
      required: other.required,
    })),
    rules: timeZones,
  });
  return { method: contents.method, content, sequence: meeting.icalSequence };
}
