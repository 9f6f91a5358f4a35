import { isFailure } from '../kernel/errors.ts';
import type { HandlerContext, WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import { meetingNotFound } from './errors.ts';
import type { Meeting } from './meeting.ts';
import { may, type VisibleMeeting, visibleMeeting } from './meeting-access.ts';
import type { MeetingPerson } from './meeting-person.ts';
import type { Occurrence } from './occurrence.ts';
import type { MeetingFilter, MeetingsPorts } from './ports.ts';
import type { AttendanceRecord } from './room/attendance-ports.ts';
import { attendanceOf } from './room/attendance-report.ts';
import { activitySummary } from './scheduling/activity-summary.ts';

/** A meeting as other contexts read it. */
export interface ReadMeeting {
  readonly id: string;
  readonly title: string;
  readonly status: Meeting['status'];
  readonly scheduledStartAt: Instant | null;
  readonly version: number;
}

/** The same in a list, with when it was over, or else when it begins. */
export interface FoundMeeting extends Omit<ReadMeeting, 'scheduledStartAt' | 'version'> {
  readonly at: Instant;
}

/** Reads meetings for other contexts, as the caller may see them themselves (records 11). */
export interface MeetingReader {
  /** Null if there is no such meeting, or the caller does not see it. */
  find(
    meetingId: string,
    context: HandlerContext & Pick<WritingContext, 'emit'>,
  ): Promise<ReadMeeting | null>;
  /** The same with what is known of it; null as above. */
  content(
    meetingId: string,
    context: HandlerContext & Pick<WritingContext, 'emit'>,
  ): Promise<MeetingContent | null>;
  /**
   * At most so many of those that the caller's own lists show and whose title has all these words: first those that are over,
   * the latest first, then those to come, the next first. Nobody looks at a private meeting of others by this.
   */
  list(words: readonly string[], most: number, asking: Asking): Promise<readonly FoundMeeting[]>;
}
type Asking = Pick<HandlerContext, 'user' | 'now'>;

/** A meeting with the session that goes on, or else the latest that was held. */
export interface MeetingContent extends ReadMeeting {
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly organizer: Pick<MeetingPerson, 'userId' | 'displayName'>;
  readonly session: Pick<Occurrence, 'startedAt' | 'endedAt'> | null;
  /** Who was in that session, the earliest first; null if the caller may not know. */
  readonly attendance: readonly Attended[] | null;
  /** What happened to the meeting, the latest first and at most a hundred things; null if the caller may not know. */
  readonly activity: readonly { readonly at: Instant; readonly summary: string }[] | null;
}

export type Attended = Pick<
  AttendanceRecord,
  'userId' | 'displayName' | 'role' | 'firstJoinedAt' | 'lastLeftAt' | 'durationSeconds'
>;
const mostActivity = 100;

type Context = Parameters<MeetingReader['find']>[1];
type Own = Pick<MeetingsPorts, 'meetings' | 'attendance'>;

export const meetingReader = (own: Own): MeetingReader => ({
  async find(meetingId, context) {
    const visible = await seenMeeting(meetingId, context, own);
    return visible && readMeeting(visible);
  },
  async content(meetingId, context) {
    const visible = await seenMeeting(meetingId, context, own);
    if (visible === null) return null;
    const { meeting, organizer } = visible;
    const session = await own.attendance.sessionToReport(meetingId, null);
    return {
      ...readMeeting(visible),
      durationMinutes: meeting.durationMinutes,
      timeZone: meeting.timeZone,
      organizer: { userId: organizer.userId, displayName: organizer.displayName },
      session: session && { startedAt: session.startedAt, endedAt: session.endedAt },
      attendance: may(visible, 'attendance') ? await attended(session, context, own) : null,
      activity: may(visible, 'activity') ? await activityOf(meetingId, own) : null,
    };
  },
  async list(words, most, asking) {
    const over = await listed('previous', words, most, asking, own);
    const coming = await listed('upcoming', words, most, asking, own);
    // A series that goes on is in both lists.
    const known = new Set(over.map(({ id }) => id));
    return [...over, ...coming.filter(({ id }) => !known.has(id))].slice(0, most);
  },
});

async function listed(
  scope: MeetingFilter['scope'],
  words: readonly string[],
  most: number,
  { user: { userId, membership }, now }: Asking,
  { meetings }: Own,
): Promise<readonly FoundMeeting[]> {
  const visible = membership?.role !== 'guest';
  const filter = { scope, userId, everyones: false, visible, from: null, to: null, words, now };
  const rows = await meetings.list(filter, null, most);
  return rows
    .slice(0, most)
    .map(({ sortedAt, meeting: { id, title, status } }) => ({ id, title, status, at: sortedAt }));
}

const readMeeting = ({
  meeting: { id, title, status, scheduledStartAt, version },
}: VisibleMeeting): ReadMeeting => ({ id, title, status, scheduledStartAt, version });

async function attended(
  session: Occurrence | null,
  { now }: Context,
  { attendance }: Own,
): Promise<readonly Attended[]> {
  const records = session === null ? [] : await attendanceOf(session, { attendance, now });
  return records.map(({ userId, displayName, role, firstJoinedAt, lastLeftAt, durationSeconds }) => ({
    ...{ userId, displayName, role, firstJoinedAt, lastLeftAt, durationSeconds },
  }));
}

async function activityOf(meetingId: string, { meetings }: Own) {
  const lines = await meetings.activity(meetingId, null, mostActivity);
  return lines.slice(0, mostActivity).map(({ at, type, actor }) => ({
    at,
    summary: activitySummary(type, actor?.displayName ?? null),
  }));
}

/** The meeting as the caller sees it; null if they do not. */
async function seenMeeting(
  meetingId: string,
  context: Context,
  { meetings }: Own,
): Promise<VisibleMeeting | null> {
  try {
    const { user, emit } = context;
    // The getters of a context must stay its own, so it is not copied.
    const asked = new Proxy(context, {
      get: (target, name) =>
        name === 'meetings'
          ? meetings
          : name === 'user'
            ? user
            : name === 'emit'
              ? emit
              : Reflect.get(target, name),
    }) as Parameters<typeof visibleMeeting>[1];
    return await visibleMeeting(meetingId, asked);
  } catch (error) {
    if (isFailure(error) && error.code === meetingNotFound.code) return null;
    throw error;
  }
}
