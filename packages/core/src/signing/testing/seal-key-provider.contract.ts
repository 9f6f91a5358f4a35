import { createHash, verify, X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { SealFailure } from '../seal-failure.ts';
import type { SealKeyProvider, SealOwner } from '../seal-key-provider.ts';

/** A provider whose key works, and what breaks it and mends it again. */
export interface SealKeyWorld {
  readonly provider: SealKeyProvider;
  readonly now: string;
  breakKey(): Promise<void>;
  mendKey(): Promise<void>;
}

const owner: SealOwner = { workspaceId: 'workspace_00000000000000000000000000', name: 'Praxis Lovelace' };

/** The promises of `SealKeyProvider`. */
export function sealKeyProviderContract(adapter: string, open: () => Promise<SealKeyWorld>): void {
  describe(`SealKeyProvider: ${adapter}`, () => {
    it('gives a key whose signatures the first certificate of its chain verifies', async () => {
      const { provider, now } = await open();

      const key = await provider.keyOf(owner, now);

      const [leaf] = key.chain.map((der) => new X509Certificate(der));
      const signature = await key.sign(Buffer.from('minutes'));
      expect(leaf && verify('sha256', Buffer.from('minutes'), leaf.publicKey, signature)).to.equal(true);
      expect(key.fingerprint).to.equal(
        createHash('sha256')
          .update(leaf?.raw ?? '')
          .digest('hex'),
      );
      expect(key.algorithm).to.equal(leaf?.publicKey.asymmetricKeyType);
      expect([key.validFrom <= now, now < key.validUntil]).to.deep.equal([true, true]);
    });

    it('gives a chain in which each certificate issued the one before, up to a root that it publishes', async () => {
      const { provider, now } = await open();

      const { chain } = await provider.keyOf(owner, now);

      const certificates = chain.map((der) => new X509Certificate(der));
      certificates.forEach((certificate, index) => {
        const issuer = certificates[index + 1] ?? certificate;
        expect(certificate.verify(issuer.publicKey)).to.equal(true);
      });
      const [root] = await provider.roots(now);
      expect(root?.fingerprint).to.equal(
        createHash('sha256')
          .update(chain.at(-1) ?? '')
          .digest('hex'),
      );
    });

    it('gives the same key again', async () => {
      const { provider, now } = await open();
      const first = await provider.keyOf(owner, now);

      expect((await provider.keyOf(owner, now)).fingerprint).to.equal(first.fingerprint);
    });

    it('SIG-7: says that a key cannot be read, tells nothing of it, and gives it as soon as it can', async () => {
      const { provider, now, breakKey, mendKey } = await open();
      const { fingerprint } = await provider.keyOf(owner, now);

      await breakKey();
      const refusal = await provider.keyOf(owner, now).catch((error: unknown) => error);
      await mendKey();

      expect(refusal instanceof SealFailure && refusal.code).to.equal('seal.key_unavailable');
      expect(String((refusal as Error).message)).to.not.match(/BEGIN|MII/);
      expect((await provider.keyOf(owner, now)).fingerprint).to.equal(fingerprint);
    });
  });
}
