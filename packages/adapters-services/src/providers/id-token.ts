import { createHash } from 'node:crypto';
import { type Clock, email as emailShape, type IdentityProvider, type ProvenIdentity } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

const leewaySeconds = 60;
const oldestSeconds = 15 * 60;

export interface IdTokenRules {
  readonly provider: IdentityProvider;
  readonly issuer: string;
  /** Every spelling of the issuer that its tokens may have. */
  readonly issuers: readonly string[];
  readonly clientIds: ReadonlySet<string>;
  readonly keys: JWTVerifyGetKey;
  readonly clock: Clock;
}

/** Checks everything that OID-4 demands; null for a token that breaks any of it. */
export async function provenIdentity(
  token: string,
  isNonce: (claim: string) => boolean,
  rules: IdTokenRules,
): Promise<ProvenIdentity | null> {
  const claims = await signedClaims(token, rules);
  if (claims === null) return null;
  const { sub, aud, azp, nonce, iat = 0, exp = 0 } = claims;
  const now = millisecondsOf(rules.clock.now()) / 1000;
  if (now - iat > oldestSeconds || iat - now > leewaySeconds) return null;
  const audiences = [aud ?? []].flat();
  if (audiences.length === 0 || !audiences.every((audience) => rules.clientIds.has(audience))) return null;
  if (azp !== undefined && !(typeof azp === 'string' && rules.clientIds.has(azp))) return null;
  if (typeof nonce !== 'string' || !isNonce(nonce)) return null;
  if (sub === undefined || sub === '' || sub.length > 255) return null;

  const { provider, issuer } = rules;
  return {
    provider,
    issuer,
    subject: sub,
    clientId: audiences[0] ?? '',
    acceptedUntil: new Date((exp + leewaySeconds) * 1000).toISOString(),
    ...personOf(claims),
  };
}

async function signedClaims(
  token: string,
  { keys, issuers, clock }: IdTokenRules,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256', 'ES256'],
      issuer: [...issuers],
      currentDate: new Date(clock.now()),
      clockTolerance: leewaySeconds,
      requiredClaims: ['sub', 'aud', 'exp', 'iat', 'nonce'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const relayDomain = '@privaterelay.appleid.com';
/** Apple has sent booleans as text. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function personOf(claims: JWTPayload) {
  const address = emailShape().safeParse(claims.email);
  const email = address.success ? address.data : null;
  return {
    email,
    emailVerified: email !== null && isTrue(claims.email_verified),
    // Google answers for all addresses of such a domain (OID-9).
    hostedDomain: typeof claims.hd === 'string' && claims.hd !== '' ? claims.hd : null,
    isPrivateRelay: isTrue(claims.is_private_email) || (email?.endsWith(relayDomain) ?? false),
    name: typeof claims.name === 'string' ? claims.name : null,
  };
}

/** OID-5: accepts the nonce itself, or its SHA-256 in hex or base64url, as the libraries on devices send it. */
export const nativeNonce = (nonce: string): ((claim: string) => boolean) => {
  const digest = (form: 'hex' | 'base64url') => createHash('sha256').update(nonce, 'utf8').digest(form);
  const accepted = [nonce, digest('hex'), digest('base64url')];
  return (claim) => accepted.includes(claim);
};
