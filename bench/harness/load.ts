import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface Load {
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly requests: number;
}

export const integration = '/api/v1/integrations/workspace';
/** The measured calls: the four reads, and a creation with two guests. */
export const measured = {
  workspace: { method: 'GET', path: integration },
  members: { method: 'GET', path: `${integration}/members` },
  meetings: { method: 'GET', path: `${integration}/meetings` },
  projects: { method: 'GET', path: `${integration}/projects` },
  create: { method: 'POST', path: `${integration}/meetings` },
} as const;
export type Measured = keyof typeof measured;

export const meetingBody = (externalReference: string, invitees: readonly string[]): string =>
  JSON.stringify({
    title: 'Signing of deed 17/2026',
    description: 'Please bring a valid identity document.',
    scheduledStartAt: new Date(Math.ceil(Date.now() / 60_000 + 1440) * 60_000).toISOString(),
    timeZone: 'Europe/Berlin',
    durationMinutes: 45,
    invitees: invitees.map((email) => ({ email, displayName: 'Guest' })),
    externalReference,
  });

export interface LoadAsked {
  readonly baseUrl: string;
  readonly name: Measured;
  readonly secret: string;
  readonly connections: number;
  readonly seconds: number;
}

/** Puts full load on one call for some seconds; throws unless every answer was a success. */
export async function load({ baseUrl, name, secret, connections, seconds }: LoadAsked): Promise<Load> {
  const { method, path } = measured[name];
  const headers = { authorization: `Bearer ${secret}` };
  const request =
    method === 'GET'
      ? { method, path, headers }
      : {
          method,
          path,
          headers: { ...headers, 'content-type': 'application/json' },
          // Guests of their own, since a day has few mails for one address (PLT-30).
          setupRequest: (plain: object) => ({
            ...plain,
            body: meetingBody(
              'bench-1',
              [1, 2].map(() => `${randomUUID()}@example.org`),
            ),
            headers: { ...headers, 'content-type': 'application/json', 'x-idempotency-key': randomUUID() },
          }),
        };
  const { requests, latency, non2xx, errors } = await autocannon({
    url: baseUrl,
    connections,
    duration: seconds,
    requests: [request],
  });
  if (non2xx > 0 || errors > 0)
    throw new Error(`${name} at ${baseUrl}: ${non2xx} failures, ${errors} errors`);
  if (requests.total === 0) throw new Error(`${name} at ${baseUrl}: no answer within ${seconds} s`);
  return {
    requestsPerSecond: requests.average,
    p50Milliseconds: latency.p50,
    p99Milliseconds: latency.p99,
    requests: requests.total,
  };
}
