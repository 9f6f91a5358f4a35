import type { WebhookSigner } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import { Webhook } from 'standardwebhooks';

/** Signs as Standard Webhooks says, only by `v1` (HMAC-SHA-256): one signature for each valid secret. */
export class StandardWebhookSigner implements WebhookSigner {
  sign(id: string, at: string, body: string, secrets: readonly string[]): Readonly<Record<string, string>> {
    const seconds = Math.floor(millisecondsOf(at) / 1000);
    const timestamp = new Date(seconds * 1000);
    return {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' '),
    };
  }
}
