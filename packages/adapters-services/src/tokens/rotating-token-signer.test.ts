import type { SigningAlgorithm, SigningKeyStore, StoredSigningKey } from '@chancery/core';
import { tokenSignerContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { decodeProtectedHeader } from 'jose';
import { MasterKeyRing } from '../keys/master-key-ring.ts';
import { generateSigningKey, JoseTokenSigner } from './jose-token-signer.ts';
import { RotatingTokenSigner } from './rotating-token-signer.ts';

/** A store of keys in one process; the real store runs its own suite. */
function keysInHand(): SigningKeyStore {
  let keys: readonly StoredSigningKey[] = [];
  return {
    list: async () => keys,
    async change(decide) {
      keys = await decide(keys);
      return keys;
    },
  };
}

async function anInstallation(
  algorithm: SigningAlgorithm,
  store = keysInHand(),
): Promise<RotatingTokenSigner> {
  const standIn = { ...(await generateSigningKey()), status: 'active' as const };
  const signer = new RotatingTokenSigner({
    signer: new JoseTokenSigner('https://api.example.com', [standIn]),
    store,
    keyRing: new MasterKeyRing(`a:${Buffer.alloc(32, 1).toString('base64')}`),
    accessTokenSeconds: 600,
    algorithm,
  });
  await signer.load('2026-11-23T11:00:00.000Z');
  return signer;
}

for (const algorithm of ['EdDSA', 'ES256'] as const)
  tokenSignerContract(`jose with ${algorithm}`, async () => ({
    signer: await anInstallation(algorithm),
    other: await anInstallation(algorithm),
  }));

describe('RotatingTokenSigner', () => {
  it('passes to another algorithm by the next key, while tokens of the old one last', async () => {
    const store = keysInHand();
    const before = await anInstallation('EdDSA', store);
    const issuedAt = Date.parse('2026-11-24T11:55:00.000Z') / 1000;
    const claims = {
      sub: 'usr_0123456789abcdef0123456789abcdef',
      sid: '01900000-0000-7000-8000-00000000000a',
      wid: null,
      jti: '01900000-0000-7000-8000-00000000000b',
      iat: issuedAt,
      exp: issuedAt + 600,
      auth_time: issuedAt,
      amr: ['pwd'] as const,
    };
    const old = await before.sign(claims);

    const after = await anInstallation('ES256', store);
    await after.rotate('2026-11-23T12:00:00.000Z');
    const { keys: published } = await after.jwks();
    const sameDay = await after.sign(claims);
    await after.rotate('2026-11-24T12:00:00.000Z');
    const nextDay = await after.sign(claims);

    expect(published.map((key) => (key as { alg?: string }).alg)).to.have.members(['EdDSA', 'ES256']);
    expect([old, sameDay, nextDay].map((token) => decodeProtectedHeader(token).alg)).to.deep.equal([
      'EdDSA',
      'EdDSA',
      'ES256',
    ]);
    for (const token of [old, sameDay, nextDay])
      expect(await after.verify(token, '2026-11-24T12:00:00.000Z')).to.deep.equal(claims);
    await after.rotate('2026-11-25T12:00:00.000Z');
    expect((await store.list()).map(({ alg, status }) => [alg, status])).to.deep.equal([['ES256', 'active']]);
  });
});
