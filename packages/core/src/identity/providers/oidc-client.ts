import type { Instant } from '../../kernel/time.ts';

/** Who may sign people in for us. */
export const identityProviders = ['apple', 'google'] as const;
export type IdentityProvider = (typeof identityProviders)[number];

/** What binds an answer of the provider to the request that asked for it (OID-1). */
export interface AuthorizationFlow {
  readonly state: string;
  readonly nonce: string;
  /** 43..128 characters, of which the provider sees the S256 challenge first (PKCE). */
  readonly codeVerifier: string;
}

/** What an ID token says of a person, after every check of OID-4. */
export interface ProvenIdentity {
  readonly provider: IdentityProvider;
  /** As it is configured, in whichever spelling the token had it. */
  readonly issuer: string;
  readonly subject: string;
  /** The one of our client ids that the token was made for. */
  readonly clientId: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Google: the organisation whose account this is. */
  readonly hostedDomain: string | null;
  /** Apple: the address forwards to one that the person did not share. */
  readonly isPrivateRelay: boolean;
  /** As the provider gave it: any text at all. */
  readonly name: string | null;
  /** Nobody takes the token after this (`exp` and the leeway). */
  readonly acceptedUntil: Instant;
}

export interface Exchanged {
  readonly identity: ProvenIdentity;
  /** By which access can be revoked later; null where the provider gave none. */
  readonly refreshToken: string | null;
}

/**
 * Sign-in at a provider by OpenID Connect. Every method throws `dependency.unavailable` while the provider is away, and
 * `TypeError` for one that is not configured.
 */
export interface OidcClient {
  /** Whether the provider is configured for sign-in by its web page, or for ID tokens of native applications. */
  offers(provider: IdentityProvider, way: 'web' | 'native'): boolean;
  /** Where to send the browser (OID-1). */
  authorize(provider: IdentityProvider, flow: AuthorizationFlow): Promise<string>;
  /** Whether an answer that names its issuer comes from this provider (RFC 9207). */
  isIssuer(provider: IdentityProvider, issuer: string): boolean;
  /** What the code of an answer gives: `denied` where the provider does not take it, `invalid` where its token fails OID-4. */
  exchange(
    provider: IdentityProvider,
    code: string,
    flow: AuthorizationFlow,
  ): Promise<Exchanged | 'denied' | 'invalid'>;
  /** The same for the code that a native application got with its ID token; for the refresh token alone. */
  redeemNativeCode(provider: IdentityProvider, code: string, proven: ProvenIdentity): Promise<string | null>;
  /** Null where the token fails OID-4, or its nonce is not this one or a SHA-256 of it (OID-5). */
  verifyIdToken(provider: IdentityProvider, idToken: string, nonce: string): Promise<ProvenIdentity | null>;
  /** Ends what the refresh token allows. One that the provider does not know any more counts as revoked. */
  revoke(provider: IdentityProvider, refreshToken: string, clientId: string): Promise<void>;
  /** Resolves where the provider's keys are known and younger than a day, having asked for them if need be. */
  probe(provider: IdentityProvider): Promise<void>;
}
