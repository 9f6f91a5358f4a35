import { type Answer, callApi } from '../api-call.ts';
import { dataOf, type Host, type Managed, meetingsPath, type Session, wholeMinute } from './host.ts';

/** What was counted, and what it must be. */
export type RaceLine = readonly [string, number, number];

/** Calls of one host that go to each server of the installation in turn. */
export interface RacingCalls {
  readonly servers: number;
  asHost<Data>(route: string, body?: object): Promise<Answer<Data>>;
  asAnybody<Data>(route: string, body?: object): Promise<Answer<Data>>;
}

export function racingCalls(baseUrls: readonly string[], { token }: Host): RacingCalls {
  let next = 0;
  const call = <Data>(credential: string | null, route: string, body?: object) =>
    callApi<Data>(baseUrls[next++ % baseUrls.length] ?? '', {
      route,
      credential,
      body,
      patienceSeconds: 120,
    });
  return {
    servers: baseUrls.length,
    asHost: (route, body) => call(token, route, body),
    asAnybody: (route, body) => call(null, route, body),
  };
}

/** Makes this many calls at the same time. */
export const together = <One>(count: number, one: (index: number) => Promise<One>): Promise<One[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

export const succeeded = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status < 300).length;
export const refusedAs = (answers: readonly Answer[], ...codes: readonly string[]): number =>
  answers.filter(({ code }) => code !== null && codes.includes(code)).length;

export const scheduled = async (calls: RacingCalls, input: object): Promise<Managed['meeting']> =>
  (
    await dataOf(
      calls.asHost<Managed>(`POST ${meetingsPath}`, {
        title: 'Race',
        scheduledStartAt: wholeMinute(5).toISOString(),
        timeZone: 'UTC',
        durationMinutes: 30,
        ...input,
      }),
    )
  ).meeting;

export const sessionsOf = async (calls: RacingCalls, meetingId: string): Promise<Session[]> =>
  (await dataOf(calls.asHost<{ occurrences: Session[] }>(`GET ${meetingsPath}/${meetingId}/occurrences`)))
    .occurrences;

/** How often an event is in the activity of a meeting. */
export async function happened(calls: RacingCalls, meetingId: string, type: string): Promise<number> {
  const { activity } = await dataOf(
    calls.asHost<{ activity: { type: string }[] }>(`GET ${meetingsPath}/${meetingId}/activity?limit=200`),
  );
  return activity.filter((one) => one.type === type).length;
}
