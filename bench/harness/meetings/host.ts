import { randomUUID } from 'node:crypto';
import { callApi } from '../api-call.ts';
import type { Site } from '../crashing.ts';
import { type Settled, type Tally, untilSettled } from '../persistent-call.ts';

export const meetingsPath = '/api/v1/meetings';

export interface Host {
  readonly token: string;
  readonly workspaceId: string;
}

/** Registers an account with its own workspace. */
export async function registerHost(baseUrl: string, email = 'host@example.com'): Promise<Host> {
  const answer = await callApi<{ accessToken: string; workspace: { id: string } }>(baseUrl, {
    route: 'POST /api/v1/auth/register',
    credential: null,
    body: { email, password: 'a long enough secret of the host', displayName: 'Hanna Host' },
  });
  if (answer.data === null) throw new Error(`The host was not registered: ${answer.text}`);
  return { token: answer.data.accessToken, workspaceId: answer.data.workspace.id };
}

/** Makes calls that must each take effect exactly once: each under a new key, and repeated until it is answered. */
export interface PersistentCaller {
  readonly tally: Tally;
  asHost<Data>(route: string, body?: object): Promise<Settled<Data>>;
  asAnybody<Data>(route: string, body?: object): Promise<Settled<Data>>;
}

export function persistentCaller(site: Site, { token }: Host, tally: Tally): PersistentCaller {
  const call = async <Data>(credential: string | null, route: string, body?: object) => {
    const idempotencyKey = route.startsWith('POST ') ? randomUUID() : undefined;
    const settled = await untilSettled(
      () => callApi<Data>(site.baseUrl, { route, credential, idempotencyKey, body }),
      tally,
    );
    site.acknowledged();
    return settled;
  };
  return {
    tally,
    asHost: (route, body) => call(token, route, body),
    asAnybody: (route, body) => call(null, route, body),
  };
}

/** The data of a success; any other answer ends the run. */
export async function dataOf<Data>(
  answering: Promise<{ readonly status: number; readonly data: Data | null; readonly text: string }>,
): Promise<Data> {
  const { status, data, text } = await answering;
  if (status >= 300 || data === null) throw new Error(`${status} ${text}`);
  return data;
}

/** The next whole minute after this number of minutes. */
export const wholeMinute = (minutesAhead: number): Date =>
  new Date((Math.ceil(Date.now() / 60_000) + minutesAhead) * 60_000);

export interface Session {
  readonly id: string;
  readonly meetingId: string;
  readonly recurrenceId: string | null;
  readonly startsAt: string;
  readonly status: string;
  readonly version: number;
}
export interface Managed {
  readonly meeting: { readonly id: string; readonly joinCode: string; readonly version: number };
}
