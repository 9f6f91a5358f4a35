import { type Database, readOrCreateSigningKeys } from '@chancery/adapters-persistence';
import { generateSigningKey, type SigningKey } from '@chancery/adapters-services';
import { type KeyRing, utf8 } from '@chancery/core';

const placeOf = (kid: string) => `signing-key:${kid}`;

/** The installation's signing keys, opened by the key ring; the first is made at the first start. */
export async function loadSigningKeys(database: Database, keyRing: KeyRing): Promise<readonly SigningKey[]> {
  const sealed = await readOrCreateSigningKeys(database, async () => {
    const { kid, privateJwk } = await generateSigningKey();
    return { kid, privateSealed: keyRing.seal(utf8(JSON.stringify(privateJwk)), placeOf(kid)) };
  });
  return sealed.map(({ kid, status, privateSealed }) => ({
    kid,
    status,
    privateJwk: JSON.parse(Buffer.from(keyRing.open(privateSealed, placeOf(kid))).toString('utf8')),
  }));
}
