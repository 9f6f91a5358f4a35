import { expect } from 'chai';
import type { WebhookSigner } from '../webhook-signer.ts';

const secret = 'whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=';
const other = 'whsec_BgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgY=';
const id = '01900000-0000-7000-8000-00000000000c';
const body =
  '{"type":"document.sent","timestamp":"2026-05-04T09:30:00.000Z","workspaceId":"workspace_00000000000000000000000000",' +
  '"data":{"id":"01900000-0000-7000-8000-00000000000b","version":2},"sequence":1}';
const vector = 'v1,63a54IT/eqWaAMAw8grsNzuApQ1lzzkv0cA+LC++WUA=';

/** The promises of `WebhookSigner`. */
export function webhookSignerContract(adapter: string, open: () => WebhookSigner): void {
  describe(`WebhookSigner on ${adapter}`, () => {
    it('WHK-2: gives the published vector, and the time in whole seconds', () => {
      expect(open().sign(id, '2026-05-04T09:30:00.999Z', body, [secret])).to.deep.equal({
        'webhook-id': id,
        'webhook-timestamp': '1777887000',
        'webhook-signature': vector,
      });
    });

    it('WHK-2: signs with every secret, in their order', () => {
      const headers = open().sign(id, '2026-05-04T09:30:00.000Z', body, [other, secret]);

      const signatures = headers['webhook-signature']?.split(' ');
      expect(signatures).to.have.length(2);
      expect(signatures?.[0])
        .to.match(/^v1,[A-Za-z0-9+/]{43}=$/)
        .and.not.equal(vector);
      expect(signatures?.[1]).to.equal(vector);
    });
  });
}
