import { plusMinutes } from '../../kernel/time.ts';
import { occurrenceEnded } from '../events.ts';
import { type MeetingsReacting, reaction } from '../ports.ts';
import { recordsOf } from './attendance-report.ts';
import { factsKeptSince } from './sweep-admissions.ts';

/** Tried less often and for a shorter time than usual (JOB-1). */
const policy = { queue: 'meetings', maxAttempts: 8, baseSeconds: 30, capSeconds: 3600, leaseSeconds: 300 };
const needs = ['sessionId', 'meetingId', 'endedAt'] as const;

interface Ended {
  readonly sessionId: string;
  readonly meetingId: string;
}

/** Merges the facts of a session into its attendance records, soon after its end and again once late events have come. */
async function settle(
  { sessionId, meetingId }: Ended,
  { transact, now }: Pick<MeetingsReacting, 'transact' | 'now'>,
): Promise<void> {
  await transact(async ({ attendance, occurrences }) => {
    const session = await occurrences.get(sessionId, 'for update');
    const { traces, snapshots } = await attendance.tracesOf(sessionId);
    await attendance.settle(meetingId, sessionId, recordsOf(session, traces, snapshots, now));
    await attendance.dropFacts(factsKeptSince(now));
  });
}

export const settleAttendance = reaction(
  occurrenceEnded,
  {
    topic: 'meetings.settle_attendance',
    policy,
    needs,
    dueAt: ({ endedAt }) => plusMinutes(endedAt, 2),
  },
  settle,
);
export const settleLateAttendance = reaction(
  occurrenceEnded,
  {
    topic: 'meetings.settle_late_attendance',
    policy,
    needs,
    dueAt: ({ endedAt }) => plusMinutes(endedAt, 30),
  },
  settle,
);
