import { expect } from 'chai';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { systemRandom, utf8, x25519PublicKey } from './crypto.ts';
import { hpkeOpened, hpkeSealed, hpkeSecretKey } from './hpke.ts';

/** The same suite of RFC 9180 by somebody else. */
const theirs = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
const bound = { info: utf8('what it is for'), aad: utf8('where it belongs') };

describe('hybrid public key encryption', () => {
  it('derives the keys of RFC 9180 from key material', async () => {
    for (let times = 0; times < 20; times += 1) {
      const material = systemRandom.bytes(32);
      const pair = await theirs.DeriveKeyPair(material, true);

      const secret = hpkeSecretKey(material);

      expect(Buffer.from(secret)).to.deep.equal(
        Buffer.from(await theirs.SerializePrivateKey(pair.privateKey)),
      );
      expect(Buffer.from(x25519PublicKey(secret))).to.deep.equal(
        Buffer.from(await theirs.SerializePublicKey(pair.publicKey)),
      );
    }
  });

  it('seals what another implementation opens, and opens what that has sealed', async () => {
    for (const size of [0, 1, 1000]) {
      const [material, plain] = [systemRandom.bytes(32), systemRandom.bytes(size)];
      const pair = await theirs.DeriveKeyPair(material, true);
      const secret = hpkeSecretKey(material);

      const ours = hpkeSealed(x25519PublicKey(secret), plain, bound);
      const opened = await theirs.Open(pair.privateKey, ours.subarray(0, 32), ours.subarray(32), bound);
      const { encapsulatedSecret, ciphertext } = await theirs.Seal(pair.publicKey, plain, bound);
      const sealed = Buffer.concat([encapsulatedSecret, ciphertext]);

      expect(Buffer.from(opened)).to.deep.equal(Buffer.from(plain));
      expect(Buffer.from(hpkeOpened(secret, sealed, bound))).to.deep.equal(Buffer.from(plain));
      expect(ours.length).to.equal(size + 48);
    }
  });

  it('opens nothing with another key, another use or another place, and nothing of which a byte has changed', () => {
    const secret = hpkeSecretKey(systemRandom.bytes(32));
    const sealed = hpkeSealed(x25519PublicKey(secret), utf8('Asked by phone'), bound);

    expect(() => hpkeOpened(hpkeSecretKey(systemRandom.bytes(32)), sealed, bound)).to.throw();
    expect(() => hpkeOpened(secret, sealed, { ...bound, info: utf8('something else') })).to.throw();
    expect(() => hpkeOpened(secret, sealed, { ...bound, aad: utf8('elsewhere') })).to.throw();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      // Not the highest bit of an X25519 key, which means nothing (RFC 7748, section 5).
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => hpkeOpened(secret, changed, bound), String(at)).to.throw();
    }
    expect(() => hpkeOpened(secret, sealed.subarray(0, 20), bound)).to.throw();
  });
});
