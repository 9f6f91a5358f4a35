import { base64urlOf, equalInConstantTime, hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { openedText } from '../../kernel/opened-text.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import { type Instant, plusMinutes, plusSeconds } from '../../kernel/time.ts';
import type { ProviderProof } from './external-identity.ts';
import type { AuthorizationFlow, IdentityProvider } from './oidc-client.ts';

/** A sign-in at a provider's web page, from the request to the answer (platform 2.2). */
export interface AuthFlow {
  readonly id: string;
  readonly provider: IdentityProvider;
  readonly stateHash: string;
  /** Nonce and code verifier, sealed under `auth-flow:<id>`. */
  readonly secretsSealed: Uint8Array;
  readonly redirectTo: string;
  /** base64url(SHA-256(verifier)) of whoever is to get the session; null if the answer itself returns it (OID-3). */
  readonly handoffChallenge: string | null;
  /** The hash of the cookie that the answer must bring; null with a hand-off. */
  readonly cookieHash: string | null;
  readonly intent: 'sign_in' | 'link';
  /** The account to link to, and the session in which that was requested. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  /** The hash of the token of an invitation. */
  readonly invitationHash: string | null;
  readonly deviceName: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export const flowEnd = (from: Instant): Instant => plusMinutes(from, 10);
export const handoffEnd = (from: Instant): Instant => plusSeconds(from, 60);

export const hashOf = (secret: string): string => hexOf(sha256(utf8(secret)));
export const challengeOf = (verifier: string): string => base64urlOf(sha256(utf8(verifier)));

type Secrets = Pick<AuthorizationFlow, 'nonce' | 'codeVerifier'>;

export const sealedSecrets = (id: string, { nonce, codeVerifier }: Secrets, keyRing: KeyRing): Uint8Array =>
  keyRing.seal(utf8(JSON.stringify({ nonce, codeVerifier })), `auth-flow:${id}`);

export const openedSecrets = ({ id, secretsSealed }: AuthFlow, keyRing: KeyRing): Secrets =>
  JSON.parse(openedText(keyRing, secretsSealed, `auth-flow:${id}`));

/** What was proven, sealed until the hand-off code is redeemed. */
export const sealedProof = (id: string, proof: ProviderProof, keyRing: KeyRing): Uint8Array =>
  keyRing.seal(utf8(JSON.stringify(proof)), `auth-proof:${id}`);

export const openedProof = (id: string, sealed: Uint8Array, keyRing: KeyRing): ProviderProof =>
  JSON.parse(openedText(keyRing, sealed, `auth-proof:${id}`));

/** Whether the answer comes from the browser that began; with a hand-off the verifier proves that instead (OID-3). */
export const isSameBrowser = ({ cookieHash }: AuthFlow, cookie: string | null): boolean =>
  cookieHash === null || (cookie !== null && equalInConstantTime(utf8(hashOf(cookie)), utf8(cookieHash)));

export const isBearer = ({ handoffChallenge }: AuthFlow, verifier: string): boolean =>
  handoffChallenge !== null && equalInConstantTime(utf8(challengeOf(verifier)), utf8(handoffChallenge));

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const path = /^\/(?![/\\])[^\\#\u0000-\u0020\u007f-\u009f]*$/;

/** Whether it is a path of the web app and can be nothing else (OID-13). */
export const isOwnPath = (text: string): boolean => path.test(text);
