import type { WritingContext } from '../../kernel/handler-context.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import { meetingEnded, occurrenceEnded, occurrenceMissed, occurrenceStarted } from '../events.ts';
import { type Meeting, statusAfter } from '../meeting.ts';
import { newOccurrence, type Occurrence, occurrenceInvalidState, occurrenceStates } from '../occurrence.ts';
import type { MeetingsPorts } from '../ports.ts';
import { roomNameOf } from './conference-join.ts';
import { admitLine } from './waiting-line.ts';

export interface LiveSession {
  readonly meeting: Meeting;
  readonly session: Occurrence;
}

type Ports = Pick<MeetingsPorts, 'roomSessions' | 'occurrences' | 'meetings' | 'workspacePlans'>;
export type StartingContext = Pick<WritingContext, 'now' | 'keyRing' | 'emit' | 'entitlementsOn'> &
  Pick<MeetingsPorts, 'admissions' | 'presences'> &
  Ports;
export type EndingContext = Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones'> & Ports;

/** The most people at once if neither the settings nor the plan allow fewer. */
const technicalMost = 1000;

/** How many people a session may hold: the lower limit of settings and plan (MTG-103). */
export const capacityOf = (
  { maxParticipants }: Pick<Meeting['settings'], 'maxParticipants'>,
  planParticipants: number | null,
): number => Math.min(maxParticipants, planParticipants ?? technicalMost);

/**
 * Whether people may enter: the session is live, or the time has come from which the settings let people enter before the
 * host.
 */
export function joinWindowOf(
  { status, startsAt }: Pick<Occurrence, 'status' | 'startsAt'>,
  { joinBeforeHostMinutes: early }: Pick<Meeting['settings'], 'joinBeforeHostMinutes'>,
  now: Instant,
): 'live' | 'early' | 'closed' {
  if (status === 'live') return 'live';
  return early !== null && now >= plusMinutes(startsAt, -early) ? 'early' : 'closed';
}

/**
 * scheduled → live (meetings 4.2). People who wait for the host are decided about again, in order of arrival. The caller
 * has locked the chain and checked the time. Throws `occurrence.invalid_state` if somebody else was faster.
 */
export async function openSession(
  { meeting, session, startedByUserId }: LiveSession & { readonly startedByUserId: string | null },
  context: StartingContext,
): Promise<LiveSession> {
  const { roomSessions, workspacePlans, now, keyRing, emit, entitlementsOn } = context;
  const plan = entitlementsOn(await planOf(workspacePlans));
  const planParticipants = plan.limit('meeting_participants');
  occurrenceStates.next(session.status, 'start');
  const begun = await roomSessions.begin(session, {
    meetingStatus: statusAfter(meeting, 'start'),
    startedAt: now,
    startedByUserId,
    roomName: roomNameOf(session.id, keyRing),
    planParticipants,
    planMinutes: plan.limit('meeting_duration_minutes'),
  });
  if (!begun) throw occurrenceInvalidState();
  const { id: sessionId, meetingId, version } = session;
  emit(occurrenceStarted, { sessionId, meetingId, version: version + 1, startedByUserId, startedAt: now });

  const free = capacityOf(meeting.settings, planParticipants);
  await admitLine({ sessionId, waitedFor: 'not_started', free }, meeting, context);
  return reread(meeting.id, sessionId, context);
}

/**
 * live → ended: join tokens stop, open admissions are `left`, presences close, all in this transaction (MTG-67). The
 * meeting waits for its next session or ends; a personal room gets its next session. With the reason `cancelled` the
 * caller sets the state of the meeting.
 */
export async function endLiveSession(
  {
    meeting,
    session,
    endReason,
    endedByUserId,
  }: LiveSession & {
    readonly endReason: NonNullable<Occurrence['endReason']>;
    readonly endedByUserId: string | null;
  },
  context: EndingContext,
): Promise<LiveSession> {
  const { roomSessions, now, emit } = context;
  occurrenceStates.next(session.status, 'end');
  const meetingStatus =
    endReason === 'cancelled' ? null : statusAfter(meeting, await whatFollows(meeting, session.id, context));
  const finished = await roomSessions.finish(session.id, {
    endedAt: now,
    endedByUserId,
    endReason,
    meetingStatus,
  });
  if (!finished) throw occurrenceInvalidState();

  const { id: sessionId, meetingId } = session;
  const version = session.version + 1;
  emit(occurrenceEnded, { sessionId, meetingId, version, endReason, endedByUserId, endedAt: now });
  if (meetingStatus === 'ended') emit(meetingEnded, { meetingId, version: meeting.version + 1 });
  if (meeting.meetingType === 'personal_room' && meetingStatus === 'idle')
    await context.occurrences.add([idleRoomSession(meeting, context)]);
  return reread(meeting.id, sessionId, context);
}

/** scheduled → missed, because nobody has started it until an hour after its end. */
export async function missSession({ meeting, session }: LiveSession, context: EndingContext): Promise<void> {
  const { roomSessions, now, emit } = context;
  const ends = meeting.status === 'scheduled' && (await whatFollows(meeting, session.id, context)) === 'end';
  if (!(await roomSessions.miss(session.id, ends ? statusAfter(meeting, 'end') : null, now))) return;
  emit(occurrenceMissed, { sessionId: session.id, meetingId: meeting.id, version: session.version + 1 });
  if (ends) emit(meetingEnded, { meetingId: meeting.id, version: meeting.version + 1 });
}

/** The scheduled session of a personal room in which nobody is; people wait for it, and it has no fixed time. */
export function idleRoomSession(
  meeting: Pick<Meeting, 'id' | 'chainId' | 'durationMinutes' | 'timeZone'>,
  { now, newId, timeZones }: Pick<EndingContext, 'now' | 'newId' | 'timeZones'>,
): Occurrence {
  const { id: meetingId, chainId, durationMinutes, timeZone } = meeting;
  return newOccurrence({
    id: newId(),
    meetingId,
    chainId,
    startsAt: now,
    durationMinutes,
    localStart: timeZones.wall(now, timeZone),
    createdAt: now,
  });
}

/** Whether the meeting pauses or ends when this session ends. */
async function whatFollows(
  meeting: Meeting,
  sessionId: string,
  { roomSessions, now }: EndingContext,
): Promise<'pause' | 'end'> {
  if (meeting.meetingType === 'personal_room') return 'end';
  // An endless series always has more sessions than are stored.
  const endless = meeting.recurrence !== null && meeting.seriesEndsAt === null;
  return endless || (await roomSessions.hasMoreToCome(meeting.id, sessionId, now)) ? 'pause' : 'end';
}

async function reread(
  meetingId: string,
  sessionId: string,
  { meetings, occurrences }: Ports,
): Promise<LiveSession> {
  const [meeting, session] = await Promise.all([meetings.get(meetingId), occurrences.get(sessionId)]);
  return { meeting, session };
}

const planOf = async (standings: Ports['workspacePlans']) => {
  const { planCode, terms: planTerms } = await standings.get();
  return { planCode, planTerms };
};
