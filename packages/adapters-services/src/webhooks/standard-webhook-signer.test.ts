import { webhookSignerContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { StandardWebhookSigner } from './standard-webhook-signer.ts';

webhookSignerContract('standardwebhooks', () => new StandardWebhookSigner());

describe('StandardWebhookSigner', () => {
  it('WHK-2: the public library verifies each of two signatures, and no other body', () => {
    const secrets = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
    const body = '{"type":"document.sent"}';

    const headers = new StandardWebhookSigner().sign('a', new Date().toISOString(), body, secrets);

    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).to.deep.equal({ type: 'document.sent' });
      expect(() => new Webhook(secret).verify(`${body} `, headers)).to.throw('No matching signature');
    }
  });
});
