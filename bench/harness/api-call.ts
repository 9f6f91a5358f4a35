import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { integration, meetingBody } from './load.ts';

export interface Answer<Data = unknown> {
  readonly status: number;
  readonly replayed: boolean;
  /** The `data` of a success, or else null. */
  readonly data: Data | null;
  /** The code of a failure, or else null. */
  readonly code: string | null;
  readonly text: string;
}

export interface ApiCall {
  /** Method and path, such as `POST /api/v1/meetings`. */
  readonly route: string;
  /** API key or access token; null for a public endpoint. */
  readonly credential: string | null;
  readonly idempotencyKey?: string | undefined;
  readonly body?: object | undefined;
  /** By default 15: a client that repeats gives up early, and one in a race waits for every answer. */
  readonly patienceSeconds?: number;
  /** The address of this machine, of those that begin with 127, from which the call is made. */
  readonly address?: string | undefined;
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** As `fetch`, by a connection of its own that comes from this address. */
const fetchFrom = (address: string, url: string, { body, ...sent }: Sent): Promise<Response> =>
  new Promise((resolve, reject) => {
    request(url, { ...sent, localAddress: address, agent: false }, (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      buffer(incoming).then(
        (bytes) => resolve(new Response(bytes, { status, headers: headers as Record<string, string> })), // none is repeated
        reject,
      );
    })
      .once('error', reject)
      .end(body);
  });

/** Calls the API; rejects if no answer came. */
export async function callApi<Data>(
  baseUrl: string,
  { route, credential, idempotencyKey, body, patienceSeconds = 15, address }: ApiCall,
): Promise<Answer<Data>> {
  const [method = '', path = ''] = route.split(' ');
  const sent: Sent = {
    method,
    headers: {
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceSeconds * 1000),
  };
  const url = `${baseUrl}${path}`;
  const response = await (address === undefined ? fetch(url, sent) : fetchFrom(address, url, sent));
  const answer = JSON.parse(await response.text());
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed') === 'true',
    data: answer.data ?? null,
    code: answer.error?.code ?? null,
    text: JSON.stringify(answer.data ?? answer.error),
  };
}

export type Created = Answer<{ readonly id: string }>;

/** One POST of a meeting by an application, under an idempotency key. */
export const createMeeting = (
  baseUrl: string,
  secret: string,
  idempotencyKey: string,
  body: string,
): Promise<Created> =>
  callApi(baseUrl, {
    route: `POST ${integration}/meetings`,
    credential: secret,
    idempotencyKey,
    body: JSON.parse(body),
  });

export { meetingBody };
