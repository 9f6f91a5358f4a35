import type { SigningKeyStore, StoredSigningKey } from '@chancery/core';
import { tokenSignerContract } from '@chancery/core/testing';
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

async function anInstallation(): Promise<RotatingTokenSigner> {
  const standIn = { ...(await generateSigningKey()), status: 'active' as const };
  const signer = new RotatingTokenSigner({
    signer: new JoseTokenSigner('https://api.example.com', [standIn]),
    store: keysInHand(),
    keyRing: new MasterKeyRing(`a:${Buffer.alloc(32, 1).toString('base64')}`),
    accessTokenSeconds: 600,
  });
  await signer.load('2026-11-23T11:00:00.000Z');
  return signer;
}

tokenSignerContract('jose', async () => ({ signer: await anInstallation(), other: await anInstallation() }));
