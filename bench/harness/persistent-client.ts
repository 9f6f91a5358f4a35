import { setTimeout as wait } from 'node:timers/promises';
import { createMeeting, meetingBody } from './api-call.ts';
import { newTally, type Tally, untilSettled } from './persistent-call.ts';

export interface Acknowledged {
  readonly reference: string;
  readonly meetingId: string;
}

export interface Creations extends Readonly<Tally> {
  readonly acknowledged: readonly Acknowledged[];
}

export const inviteesOf = (reference: string): readonly string[] => [
  `${reference}.a@example.org`,
  `${reference}.b@example.org`,
];

/**
 * Creates meetings like an application that wants each of them exactly once: some at a time, each under a new key, and it
 * repeats the same request until it is acknowledged.
 */
export async function createPersistently(options: {
  readonly baseUrl: string;
  readonly secret: string;
  readonly count: number;
  /** Ends it before the count is reached. */
  readonly isOver?: () => boolean;
  readonly atOnce: number;
  /** Between two creations of one line, so that a run lasts. */
  readonly pauseMilliseconds?: number;
  readonly onAcknowledged?: (count: number) => void;
}): Promise<Creations> {
  const { baseUrl, secret, count, atOnce, pauseMilliseconds = 0, onAcknowledged = () => undefined } = options;
  const isOver = options.isOver ?? (() => false);
  const acknowledged: Acknowledged[] = [];
  const tally = newTally();
  let next = 0;

  async function line(): Promise<void> {
    while (next < count && !isOver()) {
      const reference = `meeting-${next++}`;
      acknowledged.push({ reference, meetingId: await untilAcknowledged(reference) });
      onAcknowledged(acknowledged.length);
      if (pauseMilliseconds > 0) await wait(pauseMilliseconds);
    }
  }

  async function untilAcknowledged(reference: string): Promise<string> {
    const body = meetingBody(reference, inviteesOf(reference));
    const { status, code, data } = await untilSettled(
      () => createMeeting(baseUrl, secret, reference, body),
      tally,
    );
    if (status !== 201 || data === null) throw new Error(`${reference}: ${status} ${code}`);
    return data.id;
  }

  await Promise.all(Array.from({ length: atOnce }, line));
  return { acknowledged, ...tally };
}
