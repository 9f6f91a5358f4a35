import { equalInConstantTime, utf8 } from '../../kernel/crypto.ts';
import { type Instant, instantOf, secondsBetween } from '../../kernel/time.ts';
import type { WebhookSigner } from '../../webhooks/index.ts';

export interface SignedBody {
  readonly body: string;
  readonly id: string | undefined;
  /** Whole seconds since 1970, as it was sent. */
  readonly timestamp: string | undefined;
  /** `v1,…`, several separated by spaces. */
  readonly signature: string | undefined;
}

/** Somebody who recorded an older message could send it again. */
const toleratedSeconds = 300;

/** Whether the message bears a signature of Standard Webhooks made with the secret, not long ago. */
export function isSigned(
  { body, id, timestamp, signature }: SignedBody,
  secret: string,
  now: Instant,
  signer: WebhookSigner,
): boolean {
  if (id === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  const at = instantOf(Number(timestamp) * 1000);
  if (Math.abs(secondsBetween(at, now)) > toleratedSeconds) return false;
  const [expected = ''] = Object.entries(signer.sign(id, at, body, [secret])).flatMap(([name, value]) =>
    name === 'webhook-signature' ? value : [],
  );
  return signature.split(' ').some((given) => equalInConstantTime(utf8(given), utf8(expected)));
}
