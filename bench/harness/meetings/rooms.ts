import { setTimeout as wait } from 'node:timers/promises';
import {
  dataOf,
  type Managed,
  meetingsPath,
  type PersistentCaller,
  type Session,
  wholeMinute,
} from './host.ts';
import { splitOnce } from './split.ts';

/** A series of which the first session was held: what the server has acknowledged of it. */
export interface HeldRoom {
  readonly title: string;
  readonly meetingId: string;
  readonly joinCode: string;
  readonly sessionId: string;
  readonly sessionIds: readonly string[];
  readonly guests: readonly string[];
  readonly admitted: readonly string[];
  readonly denied: readonly string[];
  /** Null if it was not split. */
  readonly tailId: string | null;
}

interface Entry {
  readonly admission: { readonly id: string; readonly status: string };
  readonly admissionToken: string;
}

const sessions = 6;
export const firstOfTail = 3;

/** Schedules a series, starts its first session, admits some people, splits the series around the end, and ends the session. */
export async function holdRoom(caller: PersistentCaller, number: number): Promise<HeldRoom> {
  const title = `Room ${number}`;
  const guests = [`room-${number}.a@example.org`, `room-${number}.b@example.org`];
  const { meeting } = await dataOf(
    caller.asHost<Managed>(`POST ${meetingsPath}`, {
      title,
      scheduledStartAt: wholeMinute(5).toISOString(),
      timeZone: 'Europe/Berlin',
      durationMinutes: 30,
      recurrence: { rrule: `FREQ=DAILY;COUNT=${sessions}` },
      settings: { admission: 'hosts', reminders: [] },
      invitees: guests.map((email) => ({ email })),
    }),
  );
  const { occurrences } = await dataOf(
    caller.asHost<{ occurrences: Session[] }>(`GET ${meetingsPath}/${meeting.id}/occurrences`),
  );
  const [first, cut] = [occurrences[0], occurrences[firstOfTail]];
  if (first === undefined || cut === undefined) throw new Error(`${title} has no sessions`);

  const join = (displayName: string) =>
    dataOf(
      caller.asAnybody<Entry>(`POST ${meetingsPath}/resolve/${meeting.joinCode}/admissions`, { displayName }),
    );
  const [, ...entries] = await Promise.all([
    dataOf(caller.asHost(`POST ${meetingsPath}/${meeting.id}/start`, {})),
    join(`${title} in`),
    join(`${title} out`),
    join(`${title} gone`),
  ]);
  const [stays, stranger, leaves] = entries;
  await Promise.all(entries.map((entry) => untilInLine(caller, entry)));
  const decide = ({ admission }: Entry, decision: string) =>
    dataOf(
      caller.asHost(`POST ${meetingsPath}/sessions/${first.id}/admissions/${admission.id}/decision`, {
        decision,
      }),
    );
  await Promise.all([decide(stays, 'admit'), decide(stranger, 'deny'), decide(leaves, 'admit')]);
  await dataOf(caller.asAnybody(`POST ${meetingsPath}/admissions/${leaves.admissionToken}/leave`, {}));

  const end = () => dataOf(caller.asHost(`POST ${meetingsPath}/sessions/${first.id}/end`, {}));
  const split = async () => (await splitOnce(caller, meeting.id, cut.id, { title: `${title}, tail` })).tailId;
  const tailId = await splitAroundEnd(number, split, end);
  return {
    title,
    meetingId: meeting.id,
    joinCode: meeting.joinCode,
    sessionId: first.id,
    sessionIds: occurrences.map(({ id }) => id),
    guests,
    admitted: [stays.admission.id, leaves.admission.id],
    denied: [stranger.admission.id],
    tailId,
  };
}

/** A person who joined while the session was being started is decided about at their next poll. */
async function untilInLine(caller: PersistentCaller, { admissionToken }: Entry): Promise<void> {
  for (;;) {
    const { admission } = await dataOf(
      caller.asAnybody<Entry>(`GET ${meetingsPath}/admissions/${admissionToken}`),
    );
    if (admission.status === 'waiting') return;
    if (admission.status !== 'waiting_for_host') throw new Error(`In the line, yet ${admission.status}`);
    await wait(100);
  }
}

/** Before the end, after it, or not at all. */
async function splitAroundEnd(
  number: number,
  split: () => Promise<string>,
  end: () => Promise<unknown>,
): Promise<string | null> {
  const before = number % 3 === 0 ? await split() : null;
  await end();
  return number % 3 === 1 ? await split() : before;
}
