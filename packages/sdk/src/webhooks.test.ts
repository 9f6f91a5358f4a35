import { expect } from 'chai';
import { verifyWebhook, type WebhookVerificationError } from './webhooks.ts';

describe('verifyWebhook', () => {
  // The published vector of the webhook signature.
  const secret = 'whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=';
  const body =
    '{"type":"document.sent","timestamp":"2026-05-04T09:30:00.000Z","workspaceId":"workspace_00000000000000000000000000",' +
    '"data":{"id":"01900000-0000-7000-8000-00000000000b","version":2},"sequence":1}';
  const signature = 'v1,63a54IT/eqWaAMAw8grsNzuApQ1lzzkv0cA+LC++WUA=';
  const headers = {
    'webhook-id': '01900000-0000-7000-8000-00000000000c',
    'webhook-timestamp': '1777887000',
    'webhook-signature': signature,
  };
  const now = new Date(1_777_887_000_000);
  const codeOf = (verifying: Promise<unknown>) =>
    verifying.then(
      () => 'accepted',
      (error: WebhookVerificationError) => error.code,
    );

  it('WHK-2: accepts the test vector and gives the event', async () => {
    expect(await verifyWebhook(secret, headers, body, { now })).to.deep.equal(JSON.parse(body));
  });

  it('WHK-2: takes Headers, names in any case, several values, and bytes', async () => {
    const bytes = new TextEncoder().encode(body);
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await codeOf(verifyWebhook(secret, new Headers(headers), bytes, { now }))).to.equal('accepted');
    expect(await codeOf(verifyWebhook(secret, shouted, body, { now }))).to.equal('accepted');
  });

  it('WHK-2: accepts either secret during a rotation, and any of several signatures', async () => {
    const other = `whsec_${btoa('another secret of 24 bytes')}`;
    const both = { ...headers, 'webhook-signature': `v1a,AAAA v1,!! v1,AAAA ${signature}` };
    expect(await codeOf(verifyWebhook([other, secret], both, body, { now }))).to.equal('accepted');
    expect(await codeOf(verifyWebhook(other, both, body, { now }))).to.equal('signature_mismatch');
  });

  it('WHK-2: refuses a changed body, id or timestamp', async () => {
    const changed = { ...headers, 'webhook-id': 'other' };
    const later = { ...headers, 'webhook-timestamp': '1777887001' };
    expect(await codeOf(verifyWebhook(secret, headers, `${body} `, { now }))).to.equal('signature_mismatch');
    expect(await codeOf(verifyWebhook(secret, changed, body, { now }))).to.equal('signature_mismatch');
    expect(await codeOf(verifyWebhook(secret, later, body, { now }))).to.equal('signature_mismatch');
  });

  it('WHK-2, WHK-13: refuses other versions of the signature, and a signature without a version', async () => {
    for (const version of ['v2,', 'v1a,', 'v0,', 'V1,', '']) {
      const other = { ...headers, 'webhook-signature': signature.replace('v1,', version) };
      const code = await codeOf(verifyWebhook(secret, other, body, { now }));
      expect(code, version).to.equal('signature_mismatch');
    }
  });

  for (const [shift, outcome] of [
    [300, 'accepted'],
    [301, 'timestamp_out_of_tolerance'],
    [-300, 'accepted'],
    [-301, 'timestamp_out_of_tolerance'],
  ] as const) {
    it(`WHK-2: answers ${outcome} for a message ${shift} seconds old`, async () => {
      const at = new Date(now.getTime() + shift * 1000);
      expect(await codeOf(verifyWebhook(secret, headers, body, { now: at }))).to.equal(outcome);
    });
  }

  for (const name of Object.keys(headers)) {
    it(`WHK-2: refuses a message without ${name}`, async () => {
      expect(await codeOf(verifyWebhook(secret, { ...headers, [name]: undefined }, body, { now }))).to.equal(
        'header_missing',
      );
    });
  }

  it('WHK-2: refuses a timestamp that is no number of seconds', async () => {
    const strange = { ...headers, 'webhook-timestamp': '1777887000.0' };
    expect(await codeOf(verifyWebhook(secret, strange, body, { now }))).to.equal(
      'timestamp_out_of_tolerance',
    );
  });
});
