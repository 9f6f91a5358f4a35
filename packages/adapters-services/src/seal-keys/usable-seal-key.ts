import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { type Instant, SealFailure, type SealKey, type SealRoot } from '@chancery/core';
import { algorithmOf } from './seal-certificates.ts';

/** In a thread of its own: a signature by RSA takes milliseconds. */
const signature = promisify<string, Uint8Array, KeyObject, Buffer>(sign);
const trial = Buffer.from('Chancery tries the key of a seal');

export const fingerprintOf = (certificate: Uint8Array): string =>
  createHash('sha256').update(certificate).digest('hex');

const instantOf = (text: string): string => new Date(text).toISOString();

export function rootOf(certificate: Uint8Array): SealRoot {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return {
    certificate,
    fingerprint: fingerprintOf(certificate),
    validFrom: instantOf(validFrom),
    validUntil: instantOf(validTo),
  };
}

/** Throws `seal.certificate_expired` if a certificate is not valid now. */
export function requireValid({ validFrom, validUntil }: SealKey, now: Instant): void {
  if (validFrom > now || validUntil <= now) throw new SealFailure('seal.certificate_expired');
}

/** A key with its certificates, after a trial signature has verified (SIG-7). Throws `seal.key_unavailable`. */
export async function usableSealKey(key: KeyObject, chain: readonly Uint8Array[]): Promise<SealKey> {
  const certificates = chain.map((der) => new X509Certificate(der));
  const [leaf] = certificates;
  const algorithm = algorithmOf(key);
  if (leaf === undefined || algorithm === null)
    throw new SealFailure('seal.key_unavailable', 'A seal needs an RSA key or an EC key on P-256.');
  const signed = async (bytes: Uint8Array): Promise<Uint8Array> => {
    try {
      return await signature('sha256', bytes, key);
    } catch (cause) {
      throw new SealFailure('seal.key_unavailable', null, { cause });
    }
  };
  if (!verify('sha256', trial, leaf.publicKey, await signed(trial)))
    throw new SealFailure('seal.key_unavailable', 'The key does not belong to its certificate.');
  const sorted = (times: readonly string[]) => times.map(instantOf).sort();
  return {
    algorithm,
    chain,
    fingerprint: fingerprintOf(leaf.raw),
    validFrom: sorted(certificates.map(({ validFrom }) => validFrom)).at(-1) ?? '',
    validUntil: sorted(certificates.map(({ validTo }) => validTo))[0] ?? '',
    sign: signed,
  };
}
