import { setTimeout as wait } from 'node:timers/promises';
import { createMeeting, meetingBody } from './call.ts';

export interface Acknowledged {
  readonly reference: string;
  readonly meetingId: string;
}

export interface Creations {
  readonly acknowledged: readonly Acknowledged[];
  /** Attempts that were answered by nothing or by a failure that may pass, and were repeated. */
  readonly repeats: number;
  readonly replays: number;
  readonly longestMilliseconds: number;
}

export const inviteesOf = (reference: string): readonly string[] => [
  `${reference}.a@example.org`,
  `${reference}.b@example.org`,
];

/**
 * Creates meetings as an application does that wants each of them exactly once: some at a time, each under a key of its
 * own, and the same request again until it is acknowledged.
 */
export async function createPersistently(options: {
  readonly baseUrl: string;
  readonly secret: string;
  readonly count: number;
  readonly atOnce: number;
  /** Between two creations of one line, so that a run lasts. */
  readonly pauseMilliseconds?: number;
  readonly onAcknowledged?: (count: number) => void;
}): Promise<Creations> {
  const { baseUrl, secret, count, atOnce, pauseMilliseconds = 0, onAcknowledged = () => undefined } = options;
  const acknowledged: Acknowledged[] = [];
  let [next, repeats, replays, longestMilliseconds] = [0, 0, 0, 0];

  async function line(): Promise<void> {
    while (next < count) {
      const reference = `meeting-${next++}`;
      const begun = performance.now();
      acknowledged.push({ reference, meetingId: await untilAcknowledged(reference) });
      longestMilliseconds = Math.max(longestMilliseconds, performance.now() - begun);
      onAcknowledged(acknowledged.length);
      if (pauseMilliseconds > 0) await wait(pauseMilliseconds);
    }
  }

  async function untilAcknowledged(reference: string): Promise<string> {
    const body = meetingBody(reference, inviteesOf(reference));
    for (;;) {
      const answer = await createMeeting(baseUrl, secret, reference, body).catch(() => null);
      if (answer?.status === 201 && answer.data !== null) {
        if (answer.replayed) replays += 1;
        return answer.data.id;
      }
      const mayPass = answer === null || answer.status === 503 || answer.code === 'idempotency.in_flight';
      if (!mayPass) throw new Error(`${reference}: ${answer.status} ${answer.code}`);
      repeats += 1;
      await wait(50);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, line));
  return { acknowledged, repeats, replays, longestMilliseconds };
}
