import { expect } from 'chai';
import type { EgressClient, EgressPolicy } from '../egress.ts';

export interface EgressWorld {
  readonly client: EgressClient;
  /** An address that answers every request with this status and body. */
  receiver(status: number, body?: string): Promise<string>;
  /** Bodies that arrived anywhere, oldest first. */
  received(): readonly string[];
  close(): Promise<void>;
}

const policy: EgressPolicy = {
  resolveMilliseconds: 3000,
  connectMilliseconds: 5000,
  totalMilliseconds: 15_000,
  maxResponseBytes: 8,
};

/** The promises of `EgressClient`. */
export function egressClientContract(adapter: string, open: () => Promise<EgressWorld>): void {
  describe(`EgressClient on ${adapter}`, () => {
    let world: EgressWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    for (const status of [200, 302, 410, 503]) {
      it(`gives the answer ${status} as it is, with as much of its body as is wanted`, async () => {
        const url = await world.receiver(status, '0123456789');

        const outcome = await world.client.post(url, { 'x-a': '1' }, '{"n":"ü"}', policy);

        expect(
          outcome.kind === 'answer' && [outcome.status, Buffer.from(outcome.body).toString()],
        ).to.deep.equal([status, '01234567']);
        expect(world.received()).to.deep.equal(['{"n":"ü"}']);
      });
    }

    for (const url of [
      'https://127.0.0.1/',
      'http://example.com/',
      'https://user@example.com/',
      'https://[::1]/',
    ]) {
      it(`WHK-5: sends nothing to ${url}`, async () => {
        expect(await world.client.allows(url, policy)).to.equal(false);
        expect((await world.client.post(url, {}, '{}', policy)).kind).to.equal('blocked_address');
        expect(world.received()).to.deep.equal([]);
      });
    }
  });
}
