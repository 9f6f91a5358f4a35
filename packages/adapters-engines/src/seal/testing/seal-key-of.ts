import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import type { SealKey, TimestampAuthority } from '@chancery/core';
import { type Issued, pem } from './openssl.ts';

/** A key that lies in files, for tests of the seal itself. */
export async function sealKeyOf(leaf: Issued, issuers: readonly Issued[]): Promise<SealKey> {
  const key = createPrivateKey(await pem(leaf.keyPath));
  const certificates: X509Certificate[] = [];
  for (const { certificatePath } of [leaf, ...issuers])
    certificates.push(new X509Certificate(await pem(certificatePath)));
  const instants = (ends: readonly string[]) => ends.map((end) => new Date(end).toISOString()).sort();
  const [first] = certificates;
  return {
    algorithm: key.asymmetricKeyType === 'ec' ? 'ec' : 'rsa',
    chain: certificates.map(({ raw }) => raw),
    fingerprint: createHash('sha256')
      .update(first?.raw ?? '')
      .digest('hex'),
    validFrom: instants(certificates.map(({ validFrom }) => validFrom)).at(-1) ?? '',
    validUntil: instants(certificates.map(({ validTo }) => validTo))[0] ?? '',
    sign: async (bytes) => sign('sha256', bytes, key),
  };
}

/** Nobody is asked for time-stamps. */
export const noTimestamps: TimestampAuthority = {
  policy: 'none',
  timestamp: async () => {
    throw new Error('Nobody was to be asked');
  },
};
