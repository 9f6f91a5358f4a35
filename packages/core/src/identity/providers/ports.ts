import { port } from '../../kernel/context-ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { AuthFlow } from './auth-flow.ts';
import type { DetachedToken, ExternalIdentity } from './external-identity.ts';

/** The identities of all accounts at providers; they belong to no tenant. */
export interface ExternalIdentityRepository {
  /** Until the commit nobody else finds or links this subject. */
  lock(issuer: string, subject: string): Promise<void>;
  /** The only way in which a person is found (OID-8). */
  bySubject(issuer: string, subject: string): Promise<ExternalIdentity | null>;
  ofPerson(userId: string): Promise<readonly ExternalIdentity[]>;
  add(identity: ExternalIdentity): Promise<void>;
  /** Notes a use, with what the provider said this time; a refresh token that it gave replaces the one kept. */
  used(identity: ExternalIdentity): Promise<void>;
  /** False if it is gone already. */
  remove(id: string): Promise<boolean>;
}

/** Refresh tokens whose identity is gone, until they are revoked at the provider; at most 30 days (ACC-3). */
export interface DetachedTokenRepository {
  add(token: DetachedToken): Promise<void>;
  get(id: string): Promise<DetachedToken | null>;
  remove(id: string): Promise<void>;
}

/** Sign-ins at a provider's web page that are under way. */
export interface AuthFlowRepository {
  add(flow: AuthFlow): Promise<void>;
  /** The flow, for the one caller that brings its state in time and for its provider (OID-2); else null. */
  spend(provider: AuthFlow['provider'], stateHash: string, now: Instant): Promise<AuthFlow | null>;
  /** Keeps what was proven until the hand-off code is redeemed. */
  offer(id: string, handoffHash: string, proof: Uint8Array, until: Instant): Promise<void>;
  /** The flow whose code this is, under a lock until the commit; null if it is unknown, spent or too old. */
  offered(
    handoffHash: string,
    now: Instant,
  ): Promise<(AuthFlow & { readonly proofSealed: Uint8Array }) | null>;
  /** Spends the code and erases what was proven. */
  handOver(id: string): Promise<void>;
}

/** ID tokens of native applications that were accepted, by digest (OID-6). */
export interface UsedIdTokenRepository {
  /** True for the one use of the token; its digest is kept until `until`. */
  take(digest: string, until: Instant): Promise<boolean>;
}

export const providerRepositories = {
  externalIdentities: port<ExternalIdentityRepository>(),
  detachedTokens: port<DetachedTokenRepository>(),
  authFlows: port<AuthFlowRepository>(),
  usedIdTokens: port<UsedIdTokenRepository>(),
} as const;
