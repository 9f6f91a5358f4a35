import { integration, meetingBody } from './load.ts';

export interface Created {
  readonly status: number;
  readonly replayed: boolean;
  /** The `data` of a success, else the code of the failure. */
  readonly data: { readonly id: string } | null;
  readonly code: string | null;
  readonly text: string;
}

/** One POST of a meeting under an idempotency key. */
export async function createMeeting(
  baseUrl: string,
  secret: string,
  idempotencyKey: string,
  body: string,
): Promise<Created> {
  const response = await fetch(`${baseUrl}${integration}/meetings`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'x-idempotency-key': idempotencyKey,
    },
    body,
    signal: AbortSignal.timeout(15_000),
  });
  const answer = JSON.parse(await response.text());
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed') === 'true',
    data: answer.data ?? null,
    code: answer.error?.code ?? null,
    text: JSON.stringify(answer.data),
  };
}

export { meetingBody };
