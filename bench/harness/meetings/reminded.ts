import {
  dataOf,
  type Managed,
  meetingsPath,
  type PersistentCaller,
  type Session,
  wholeMinute,
} from './host.ts';
import { splitOnce } from './split.ts';

/** A session of which people are to be reminded at some minutes to come. */
export interface RemindedSession {
  readonly sessionId: string;
  readonly guests: readonly string[];
  readonly dueAt: readonly Date[];
}

/** The last minutes before the start stay free, so that a job whose worker was killed comes back in time (its lease is two). */
const minutesToStart = 9;
const dueMinutes = [7, 6, 5];
const dayMinutes = 1440;

/**
 * A meeting with reminders in three of the next minutes. Every second one is a series of whose second session people
 * are reminded, a day ahead, after it went to the tail of a split.
 */
export async function scheduleReminded(caller: PersistentCaller, number: number): Promise<RemindedSession> {
  const isSeries = number % 2 === 1;
  const guests = ['a', 'b', 'c'].map((name) => `reminded-${number}.${name}@example.org`);
  const start = wholeMinute(minutesToStart);
  const offsets = dueMinutes.map((minutes) => minutes + (isSeries ? dayMinutes : 0));
  const { meeting } = await dataOf(
    caller.asHost<Managed>(`POST ${meetingsPath}`, {
      title: `Reminded ${number}`,
      scheduledStartAt: start.toISOString(),
      timeZone: 'UTC',
      durationMinutes: 30,
      settings: { reminders: offsets },
      invitees: guests.map((email) => ({ email })),
      ...(isSeries ? { recurrence: { rrule: 'FREQ=DAILY;COUNT=4' } } : {}),
    }),
  );
  const { occurrences } = await dataOf(
    caller.asHost<{ occurrences: Session[] }>(`GET ${meetingsPath}/${meeting.id}/occurrences`),
  );
  const session = occurrences[isSeries ? 1 : 0];
  if (session === undefined) throw new Error(`Reminded ${number} has no sessions`);
  if (isSeries) await splitOnce(caller, meeting.id, session.id, { title: `Reminded ${number}, tail` });

  const dueAt = dueMinutes.map((minutes) => new Date(start.getTime() - minutes * 60_000));
  if (dueAt.some((at) => at.getTime() <= Date.now()))
    throw new Error(
      `Reminded ${number} took so long to schedule that a reminder was due before it was there`,
    );
  return { sessionId: session.id, guests, dueAt };
}
