import { utf8 } from '../../kernel/crypto.ts';
import { openedText } from '../../kernel/opened-text.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { isStreamSafe, visibleName } from '../../kernel/shapes.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import type { LinkedIdentity } from '../account.ts';
import type { IdentityProvider, ProvenIdentity } from './oidc-client.ts';

export const mostIdentities = 10;
const detachedDays = 30;

/** A person at a provider, linked to an account. `issuer` and `subject` belong to one account only. */
export interface ExternalIdentity extends LinkedIdentity {
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  /** The token with which access at Apple is revoked, sealed under `identity:<id>`, and the client id that it was given to. */
  readonly refreshTokenSealed: Uint8Array | null;
  readonly clientId: string;
}

/** A refresh token that outlives its identity until it is revoked. */
export interface DetachedToken {
  /** The id of the identity. */
  readonly id: string;
  readonly provider: IdentityProvider;
  readonly clientId: string;
  readonly refreshTokenSealed: Uint8Array;
  readonly removeAfter: Instant;
}

const placeOf = (id: string): string => `identity:${id}`;

/** What was proven at a provider, with what came beside the ID token. */
export interface ProviderProof {
  readonly identity: ProvenIdentity;
  readonly refreshToken: string | null;
  /** A name for a new account; null if none is known. */
  readonly displayName: string | null;
}

const refreshTokenOf = (id: string, { refreshToken }: ProviderProof, keyRing: KeyRing): Uint8Array | null =>
  refreshToken === null ? null : keyRing.seal(utf8(refreshToken), placeOf(id));

export const linkedNow = (
  id: string,
  userId: string,
  proof: ProviderProof,
  keyRing: KeyRing,
  now: Instant,
): ExternalIdentity => ({
  id,
  userId,
  provider: proof.identity.provider,
  issuer: proof.identity.issuer,
  subject: proof.identity.subject,
  clientId: proof.identity.clientId,
  providerEmail: proof.identity.email,
  isPrivateRelay: proof.identity.isPrivateRelay,
  refreshTokenSealed: refreshTokenOf(id, proof, keyRing),
  linkedAt: now,
  lastUsedAt: null,
});

/** The same identity after one more use. A token is kept with the client id that it was given to. */
export function usedNow(
  identity: ExternalIdentity,
  proof: ProviderProof,
  keyRing: KeyRing,
  now: Instant,
): ExternalIdentity {
  const { email, isPrivateRelay, clientId } = proof.identity;
  const refreshTokenSealed = refreshTokenOf(identity.id, proof, keyRing);
  return {
    ...identity,
    ...(email === null ? {} : { providerEmail: email, isPrivateRelay }),
    ...(refreshTokenSealed === null ? {} : { refreshTokenSealed, clientId }),
    lastUsedAt: now,
  };
}

export const detached = (
  { id, provider, clientId, refreshTokenSealed }: ExternalIdentity,
  now: Instant,
): DetachedToken | null =>
  refreshTokenSealed === null
    ? null
    : { id, provider, clientId, refreshTokenSealed, removeAfter: plusDays(now, detachedDays) };

export const openedToken = ({ id, refreshTokenSealed }: DetachedToken, keyRing: KeyRing): string =>
  openedText(keyRing, refreshTokenSealed, placeOf(id));

export const shownIdentity = ({
  id,
  provider,
  providerEmail,
  isPrivateRelay,
  linkedAt,
  lastUsedAt,
}: ExternalIdentity): LinkedIdentity => ({
  id,
  provider,
  providerEmail,
  isPrivateRelay,
  linkedAt,
  lastUsedAt,
});

const appleDomains: ReadonlySet<string> = new Set([
  'privaterelay.appleid.com',
  'icloud.com',
  'me.com',
  'mac.com',
]);

/** Whether the provider itself hosts the mailbox of this address, so that its word proves whose it is (OID-9). */
export function vouchesFor({ provider, email, emailVerified, hostedDomain }: ProvenIdentity): boolean {
  if (email === null || !emailVerified) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return provider === 'google' ? domain === 'gmail.com' || hostedDomain !== null : appleDomains.has(domain);
}

/** Far more than is kept, and little enough to be cleaned at once. */
const longestGivenName = 1000;

/**
 * Makes a display name of a name that came from outside: one bounded line that follows the rules of visible names, or null if
 * nothing is left of it (OID-12, PLT-31).
 */
export function displayNameOf(name: string | null): string | null {
  const line = (name ?? '')
    .slice(0, longestGivenName)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();
  const bounded = isStreamSafe(line) ? [...line.normalize('NFC')].slice(0, 120).join('').trim() : '';
  return visibleName(120).safeParse(bounded).success ? bounded : null;
}
