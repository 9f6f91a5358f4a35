import { z } from 'zod';
import { reauthenticationRequired, workspaceNotActive } from '../../kernel/access.ts';
import { base64urlOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { dependencyUnavailable, planLimitReached, rateLimited } from '../../kernel/errors.ts';
import { secretToken, text } from '../../kernel/shapes.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import {
  accountSuspended,
  domainNotAllowed,
  emailTaken,
  guestsDisabled,
  invitationEmailMismatch,
  linkGone,
  registrationClosed,
} from '../errors.ts';
import type { IdentityPorts, IdentityPreparing } from '../ports.ts';
import {
  identityLimit,
  idTokenInvalid,
  idTokenReplayed,
  linkedElsewhere,
  providerNotConfigured,
} from './errors.ts';
import type { IdentityProvider, ProvenIdentity } from './oidc-client.ts';

/** What a sign-in asks for beside its proof. */
export const wishFields = {
  intent: z
    .enum(['sign_in', 'link'])
    .default('sign_in')
    .describe('`link` adds the identity to the account whose access token is sent; it needs a recent proof.'),
  invitationToken: secretToken().optional().describe('Of an invitation, for whoever has no account yet.'),
  deviceName: text(120).optional().describe('Shown in the list of sessions.'),
};

export const nativeFields = {
  nonce: z
    .string()
    .min(16)
    .max(256)
    .describe('The one that the ID token was asked for with, or of which its SHA-256 was sent.'),
};
export const idTokenField = () => z.string().min(1).max(8192);

/** What completing a sign-in can fail with. */
export const completionErrors = [
  accountSuspended,
  registrationClosed,
  invitationEmailMismatch,
  domainNotAllowed,
  guestsDisabled,
  planLimitReached,
  workspaceNotActive,
  emailTaken,
  linkedElsewhere,
  identityLimit,
  linkGone,
  rateLimited,
  dependencyUnavailable,
];

/** What signing in with an ID token can fail with. */
export const nativeErrors = [
  idTokenInvalid,
  idTokenReplayed,
  providerNotConfigured,
  reauthenticationRequired,
  ...completionErrors,
];

/** The identity of an ID token that a native application sent (OID-4, OID-5). */
export async function provenBy(
  provider: IdentityProvider,
  idToken: string,
  nonce: string,
  { oidc }: IdentityPreparing,
): Promise<ProvenIdentity> {
  if (!oidc.offers(provider, 'native')) throw providerNotConfigured();
  const proven = await oidc.verifyIdToken(provider, idToken, nonce);
  if (proven === null) throw idTokenInvalid();
  return proven;
}

/** Uses the ID token up: a second time it is refused, for as long as anybody would take it (OID-6). */
export async function takeIdToken(
  idToken: string,
  { acceptedUntil }: ProvenIdentity,
  { usedIdTokens }: WritingContext & IdentityPorts,
): Promise<void> {
  if (!(await usedIdTokens.take(base64urlOf(sha256(utf8(idToken))), acceptedUntil))) throw idTokenReplayed();
}
