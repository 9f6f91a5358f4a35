import { z } from 'zod';
import { sessionRevoked, workspaceNotActive } from '../../kernel/access.ts';
import { base64urlOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone } from '../../kernel/links.ts';
import { secret } from '../../kernel/shapes.ts';
import {
  accountSuspended,
  domainNotAllowed,
  emailTaken,
  guestsDisabled,
  invitationEmailMismatch,
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
import { linkerErrors } from './linker.ts';
import type { IdentityProvider, ProvenIdentity } from './oidc-client.ts';

export const nativeFields = {
  nonce: z
    .string()
    .min(16)
    .max(256)
    .describe('The nonce with which the ID token was requested, or whose SHA-256 was sent.'),
};
export const idTokenField = () => secret(z.string().min(1).max(8192));

/** The failures of completing a sign-in. */
export const completionErrors = [
  sessionRevoked,
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
];

/** The failures of signing in with an ID token. */
export const nativeErrors = [
  idTokenInvalid,
  idTokenReplayed,
  providerNotConfigured,
  ...linkerErrors,
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

/** Uses the ID token up: a second time it is refused, for as long as it would be valid (OID-6). */
export async function takeIdToken(
  idToken: string,
  { acceptedUntil }: ProvenIdentity,
  { usedIdTokens }: WritingContext & IdentityPorts,
): Promise<void> {
  if (!(await usedIdTokens.take(base64urlOf(sha256(utf8(idToken))), acceptedUntil))) throw idTokenReplayed();
}
