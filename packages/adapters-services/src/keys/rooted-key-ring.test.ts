import type { identity, KeyRing } from '@chancery/core';
import { hexOf } from '@chancery/core/internal';
import { keyRingContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { MasterKeyRing } from './master-key-ring.ts';
import { RootedKeyRing } from './rooted-key-ring.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const now = '2026-11-23T12:00:00.000Z';

/** A root as the database stores it: the one in use, or the pepper of one that was replaced. */
function stored(
  number: number,
  { seals, secret, pepper }: { seals: Pick<KeyRing, 'seal'>; secret?: Uint8Array; pepper?: Uint8Array },
): identity.StoredKeyRoot {
  const sealed = (bytes: Uint8Array | undefined) =>
    bytes === undefined ? null : seals.seal(bytes, `key-root:${number}`);
  return {
    number,
    pepperId: number === 1 ? 'derived' : `root${number}`,
    secretSealed: sealed(secret),
    pepperSealed: sealed(pepper),
    createdAt: now,
    replacedAt: secret === undefined ? now : null,
  };
}

/** A ring whose stored root was sealed by the first of `sealedBy`. */
function ringOf(masterKeys: string, secret: number, sealedBy = masterKeys): RootedKeyRing {
  const ring = new RootedKeyRing(new MasterKeyRing(masterKeys));
  const seals = new MasterKeyRing(sealedBy);
  expect(ring.use([stored(1, { seals, secret: Buffer.alloc(32, secret) })])).to.equal(true);
  return ring;
}

keyRingContract('master keys and a root secret', () => ({
  ring: ringOf(`a:${key(1)}`, 9),
  rotated: ringOf(`b:${key(2)},a:${key(1)}`, 9, `a:${key(1)}`),
  other: ringOf(`a:${key(3)}`, 8),
}));

describe('RootedKeyRing', () => {
  const first = new MasterKeyRing(`a:${key(1)}`);

  it('PLT-27: derives from the root secret, whichever master keys seal it', () => {
    const before = ringOf(`a:${key(1)}`, 9);
    const after = ringOf(`b:${key(2)}`, 9);

    for (const label of ['link-tokens', 'refresh-token.tag', 'device-token', 'recovery-code', 'email-key'])
      expect(hexOf(after.derive(label)), label).to.equal(hexOf(before.derive(label)));
    expect(hexOf(ringOf(`a:${key(1)}`, 8).derive('link-tokens'))).to.not.equal(
      hexOf(before.derive('link-tokens')),
    );
  });

  it('PLT-27: derives from the bytes of a former master key what that key gave before', () => {
    // HKDF-SHA-256 of 32 bytes 0x01 without salt, for the label that versions without a root secret used.
    const former = '1af3e486dfec1c3aadf1aa09b4c7a4e4eeed765d3831a1f3b6590b3ebc761936';

    expect(hexOf(ringOf(`b:${key(2)}`, 1).derive('password-pepper'))).to.equal(former);
  });

  it('PLT-27: after a new root its pepper hashes, and the pepper before it keeps its id', () => {
    const ring = ringOf(`a:${key(1)}`, 9);
    const [pepper] = ring.peppers();
    expect(ring.peppers().map(({ kid }) => kid)).to.deep.equal(['derived']);

    ring.use([
      stored(2, { seals: first, secret: Buffer.alloc(32, 7) }),
      stored(1, { seals: first, pepper: pepper?.key ?? new Uint8Array(0) }),
    ]);

    expect(ring.peppers().map(({ kid }) => kid)).to.deep.equal(['root2', 'derived']);
    expect(ring.peppers()[1]).to.deep.equal(pepper);
    expect(ring.peppers()[0]?.key).to.not.deep.equal(pepper?.key);
  });

  it('derives nothing before the root is read, and takes none that no master key opens', () => {
    const ring = new RootedKeyRing(first);

    expect(ring.use([])).to.equal(false);
    expect(() => ring.derive('link-tokens')).to.throw('has not been read');
    const seals = new MasterKeyRing(`c:${key(5)}`);
    expect(() => ring.use([stored(1, { seals, secret: Buffer.alloc(32, 9) })])).to.throw('master key');
    expect(() => ring.peppers()).to.throw('has not been read');
  });
});
