import type { KeyRing, Random } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';

/** The text of a secret under the key ring, bound to its endpoint: it must be readable again in order to sign. */
export type SealedSecret = Uint8Array;

const place = (endpointId: string) => `webhook:${endpointId}`;

/** Makes a secret: `whsec_` and the base64 of 32 random bytes. It is shown once. */
export function newSecret(endpointId: string, random: Random, keyRing: KeyRing) {
  const secret = `whsec_${Buffer.from(random.bytes(32)).toString('base64')}`;
  return {
    secret,
    prefix: secret.slice(0, 10),
    sealed: keyRing.seal(Buffer.from(secret), place(endpointId)),
  };
}

/** The sealed secrets of an endpoint. */
export interface Secrets {
  readonly endpointId: string;
  readonly secretSealed: SealedSecret;
  readonly previousSecretSealed: SealedSecret | null;
  readonly previousSecretExpiresAt: Instant | null;
}

/** The secrets that sign at this moment, the current one first (WHK-2). */
export function signingSecrets(secrets: Secrets, keyRing: KeyRing, now: Instant): readonly string[] {
  const { endpointId, secretSealed, previousSecretSealed, previousSecretExpiresAt } = secrets;
  const overlaps = previousSecretSealed !== null && (previousSecretExpiresAt ?? '') > now;
  return [secretSealed, ...(overlaps ? [previousSecretSealed] : [])].map((sealed) =>
    Buffer.from(keyRing.open(sealed, place(endpointId))).toString('utf8'),
  );
}
