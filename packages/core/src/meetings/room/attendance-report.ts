import { groupBy } from '../../kernel/grouping.ts';
import type { Instant } from '../../kernel/time.ts';
import { type MeetingRole, meetingRoles } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import type { MeetingsPorts } from '../ports.ts';
import { intervalsOf, type PresenceSnapshot, secondsPresent } from './attendance.ts';
import type { AttendanceRecord, PresenceTrace } from './attendance-ports.ts';

/** Who attended: after a session the settled records; until they are settled, records computed from the facts. */
export async function attendanceOf(
  session: Occurrence,
  { attendance, now }: Pick<MeetingsPorts, 'attendance'> & { readonly now: Instant },
): Promise<readonly AttendanceRecord[]> {
  const settled = session.status === 'live' ? [] : await attendance.recordsOf(session.id);
  if (settled.length > 0) return settled;
  const { traces, snapshots } = await attendance.tracesOf(session.id);
  return recordsOf(session, traces, snapshots, now);
}

/** One record for each person who was in the room, the earliest first. Pure: the same facts give the same records. */
export function recordsOf(
  session: Pick<Occurrence, 'id' | 'endedAt'>,
  traces: readonly PresenceTrace[],
  snapshots: readonly PresenceSnapshot[],
  now: Instant,
): readonly AttendanceRecord[] {
  // A member is one person, whether signed in or by the link in the mail.
  const people = groupBy(traces, ({ userId, personKey }) => (userId === null ? personKey : `user:${userId}`));
  return [...people]
    .flatMap(([personKey, ofPerson]) => recordOf(session, personKey, ofPerson, snapshots, now) ?? [])
    .sort((a, b) => compare(a.firstJoinedAt, b.firstJoinedAt) || compare(a.id, b.id));
}

function recordOf(
  { id: sessionId, endedAt }: Pick<Occurrence, 'id' | 'endedAt'>,
  personKey: string,
  traces: readonly PresenceTrace[],
  snapshots: readonly PresenceSnapshot[],
  now: Instant,
): AttendanceRecord | null {
  const ordered = [...traces].sort((a, b) => compare(a.admissionId, b.admissionId));
  const intervals = ordered
    .flatMap(({ facts, firstTokenAt }) => intervalsOf(facts, { firstTokenAt, endedAt, snapshots }))
    .sort((a, b) => compare(a.joinedAt, b.joinedAt));
  const [first] = intervals;
  const [person] = ordered;
  if (first === undefined || person === undefined) return null;
  const present = intervals.some(({ leftAt }) => leftAt === null);
  const { admissionId: id, facts: _, firstTokenAt: __, ...who } = person;
  return {
    ...who,
    id,
    sessionId,
    personKey,
    role: highestOf(ordered.map(({ role }) => role)),
    firstJoinedAt: first.joinedAt,
    lastLeftAt: present ? null : latest(intervals.flatMap(({ leftAt }) => leftAt ?? [])),
    durationSeconds: secondsPresent(intervals, now),
    intervals,
    present,
  };
}

/** `meetingRoles` are in order, the highest first. */
const highestOf = (roles: readonly MeetingRole[]): MeetingRole =>
  meetingRoles.find((role) => roles.includes(role)) ?? 'attendee';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const latest = (instants: readonly Instant[]): Instant => instants.reduce((a, b) => (b > a ? b : a), '');
