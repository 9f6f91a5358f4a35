import type { WebhookSigner } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import { Webhook } from 'standardwebhooks';

/** Signatures of Standard Webhooks, `v1` (HMAC-SHA-256) only: one for each secret that is valid. */
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
