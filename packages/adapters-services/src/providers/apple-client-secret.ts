import type { Instant } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import { importPKCS8, SignJWT } from 'jose';
import type { AppleSettings } from './provider-settings.ts';

const lifeSeconds = 300;

/** Makes what Apple accepts as the secret of a client: a token that is signed with the team's key, for one call. */
export async function appleClientSecret(
  { teamId, keyId, privateKey, issuer }: AppleSettings,
  clientId: string,
  now: Instant,
): Promise<string> {
  const issuedAt = Math.floor(millisecondsOf(now) / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(await importPKCS8(privateKey, 'ES256'));
}
