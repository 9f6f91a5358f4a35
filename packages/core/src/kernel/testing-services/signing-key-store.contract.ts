import { expect } from 'chai';
import type { SigningKeyStore, StoredSigningKey } from '../ports.ts';

const at = '2026-11-23T12:00:00.000Z';
const key = (kid: string, over: Partial<StoredSigningKey> = {}): StoredSigningKey => ({
  kid,
  alg: 'EdDSA',
  status: 'active',
  privateSealed: Buffer.from(kid),
  publishedAt: at,
  activatedAt: at,
  retiredAt: null,
  removeAfter: null,
  ...over,
});

/** The promises of `SigningKeyStore`. */
export function signingKeyStoreContract(adapter: string, open: () => SigningKeyStore): void {
  describe(`SigningKeyStore on ${adapter}`, () => {
    it('keeps what the change returns, and drops what is no longer there', async () => {
      await open().change(async () => [key('a')]);
      const retired = key('a', { status: 'retired', retiredAt: at, removeAfter: '2026-11-23T12:15:00.000Z' });
      const successor = key('b', { alg: 'ES256' });
      const after = await open().change(async () => [retired, successor]);

      expect(after).to.deep.equal([retired, successor]);
      expect(await open().list()).to.deep.equal(after);
      await open().change(async () => [successor]);
      expect(await open().list()).to.deep.equal([successor]);
    });

    it('lists the newest first', async () => {
      const older = key('z', { status: 'retired', publishedAt: '2026-08-23T12:00:00.000Z', retiredAt: at });
      const next = key('y', { status: 'next', publishedAt: '2026-11-24T12:00:00.000Z', activatedAt: null });

      await open().change(async () => [older, key('x'), next]);

      expect((await open().list()).map(({ kid }) => kid)).to.deep.equal(['y', 'x', 'z']);
    });

    it('leaves everything as it is if the change fails', async () => {
      await open().change(async () => [key('a')]);
      const failing = open().change(async () => {
        throw new Error('no');
      });

      expect(await failing.catch(({ message }: Error) => message)).to.equal('no');
      expect(await open().list()).to.deep.equal([key('a')]);
    });

    it('lets one change see what the other did, so that of many first starts one makes the key', async () => {
      await open().change(async () => []);
      let made = 0;

      await Promise.all(
        Array.from({ length: 5 }, () =>
          open().change(async (present) => {
            if (present.length > 0) return present;
            made += 1;
            return [key(`k${made}`)];
          }),
        ),
      );

      expect((await open().list()).map(({ kid }) => kid)).to.deep.equal(['k1']);
    });
  });
}
