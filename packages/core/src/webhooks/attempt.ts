import type { EgressClient, EgressOutcome } from '../kernel/egress.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';
import { attemptPolicy } from './delivery.ts';
import { type Secrets, signingSecrets } from './secret.ts';
import type { WebhookSigner } from './webhook-signer.ts';

interface AttemptRequest extends Secrets {
  readonly deliveryId: string;
  readonly url: string;
  readonly body: string;
}

interface AttemptPorts {
  readonly egress: EgressClient;
  readonly webhookSigner: WebhookSigner;
  readonly keyRing: KeyRing;
  readonly now: Instant;
}

/** Makes one HTTP request with the recorded body, signed for this moment (WHK-2, WHK-11), outside any transaction. */
export function sendAttempt(
  sending: AttemptRequest,
  { egress, webhookSigner, keyRing, now }: AttemptPorts,
): Promise<EgressOutcome> {
  const secrets = signingSecrets(sending, keyRing, now);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Chancery-Webhooks/1',
    ...webhookSigner.sign(sending.deliveryId, now, sending.body, secrets),
  };
  return egress.post(sending.url, headers, sending.body, attemptPolicy);
}
