import { randomUUID } from 'node:crypto';
import { callApi } from './api-call.ts';
import { integration, meetingBody } from './load.ts';
import type { SeededServer } from './seeded-server.ts';

interface MixedCall {
  readonly name: string;
  readonly status: number;
  make(): Promise<number>;
}

/** Reads, writes, sign-ins and refusals in turns, as applications, people and strangers make them; throws at an answer that is none of theirs. */
export async function mixedCalls({ server: { baseUrl }, secret }: SeededServer) {
  const person = { email: 'ada@example.com', password: 'a long walk by the river' };
  const call = async (route: string, credential: string | null, body?: object, idempotencyKey?: string) =>
    callApi<{ readonly id: string; readonly accessToken: string }>(baseUrl, {
      route,
      credential,
      body,
      idempotencyKey,
    });
  const { data, text } = await call('POST /api/v1/auth/register', null, { ...person, displayName: 'Ada' });
  if (data === null) throw new Error(`Nobody can register: ${text}`);
  // Of the sign-in before: a person has so many sessions at most.
  let token = data.accessToken;
  const created: string[] = [];

  const byKey = (name: string, path: string): MixedCall => ({
    name,
    status: 200,
    make: async () => (await call(`GET ${integration}${path}`, secret)).status,
  });
  const calls: readonly MixedCall[] = [
    byKey('workspace', ''),
    byKey('members', '/members'),
    byKey('meetings', '/meetings'),
    byKey('projects', '/projects'),
    {
      name: 'create a meeting',
      status: 201,
      async make() {
        const body = JSON.parse(meetingBody('mixed', [`${randomUUID()}@example.org`]));
        const answer = await call(`POST ${integration}/meetings`, secret, body, randomUUID());
        if (answer.data !== null) created.push(answer.data.id);
        return answer.status;
      },
    },
    {
      name: 'cancel a meeting',
      status: 200,
      async make() {
        const id = created.shift();
        if (id === undefined) return 200;
        return (await call(`POST ${integration}/meetings/${id}/cancel`, secret, {})).status;
      },
    },
    {
      name: 'sign in',
      status: 201,
      async make() {
        const answer = await call('POST /api/v1/auth/login', null, person);
        token = answer.data?.accessToken ?? token;
        return answer.status;
      },
    },
    {
      name: 'me',
      status: 200,
      async make() {
        const { status, text: answer } = await call('GET /api/v1/auth/me', token);
        if (status === 401) console.error(answer);
        return status;
      },
    },
    {
      name: 'an unknown key',
      status: 401,
      make: async () => (await call(`GET ${integration}`, `chan_live_${randomUUID()}`)).status,
    },
    {
      name: 'an invalid body',
      status: 400,
      make: async () => (await call(`POST ${integration}/meetings`, secret, { title: 1 })).status,
    },
    {
      name: 'an unknown path',
      status: 404,
      make: async () => (await call(`GET /api/v1/${randomUUID()}`, secret)).status,
    },
  ];

  let made = 0;
  return {
    names: calls.map(({ name }) => name),
    made: () => made,
    async make(turn: number): Promise<void> {
      const one = calls[turn % calls.length];
      if (one === undefined) return;
      const status = await one.make();
      if (status !== one.status) throw new Error(`${one.name} was answered ${status}, not ${one.status}`);
      made += 1;
    },
  };
}
