import { documentNotFound, viewerOf } from '../../documents/index.ts';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { isFailure } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { plusMonths } from '../../kernel/months.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { GovernancePorts } from '../ports.ts';
import {
  type Consent,
  consentStates,
  longestConsentYears,
  mostDaysAhead,
  sealOfConsentToken,
} from './consent.ts';

export type NewConsent = Pick<
  Consent,
  | 'subjectId'
  | 'category'
  | 'decision'
  | 'method'
  | 'scope'
  | 'grantedBy'
  | 'statementText'
  | 'legalBasis'
  | 'documentId'
  | 'witnessName'
  | 'expiresAt'
> & {
  readonly effectiveFrom?: Instant | undefined;
  readonly requestSignature?: SignatureRequest | undefined;
};
interface SignatureRequest {
  readonly email: string;
  readonly expiresInDays: number;
  readonly message: string | null;
}

type Context = Pick<WritingContext, 'now' | 'newId' | 'user' | 'linkTokens' | 'keyRing'>;

/** The consent as it begins: active if it was given already, and requested if somebody is asked for it. */
export function newConsent({ requestSignature, ...given }: NewConsent, context: Context): Consent {
  const { now, newId, user } = context;
  const id = newId();
  return {
    ...given,
    id,
    status: consentStates.begin(requestSignature === undefined ? 'active' : 'requested'),
    statementSha256: hexOf(sha256(given.statementText)),
    effectiveFrom: given.effectiveFrom ?? now,
    ...requestOf(id, requestSignature, context),
    signature: null,
    sealedDrawing: null,
    drawingKeyId: null,
    remindedAt: null,
    decidedAt: null,
    revokedAt: null,
    revokedByUserId: null,
    revocationReason: null,
    createdByUserId: user.userId,
    createdAt: now,
    updatedAt: now,
    updatedByUserId: user.userId,
    version: 1,
  };
}

type Request = Pick<
  Consent,
  'requestEmail' | 'requestMessage' | 'requestExpiresAt' | 'remindAt' | 'tokenHash' | 'sealedToken'
>;

function requestOf(id: string, asked: SignatureRequest | undefined, context: Context): Request {
  if (asked === undefined)
    return {
      requestEmail: null,
      requestMessage: null,
      requestExpiresAt: null,
      remindAt: null,
      tokenHash: null,
      sealedToken: null,
    };
  const { now, linkTokens, keyRing } = context;
  const token = linkTokens.random();
  return {
    requestEmail: asked.email,
    requestMessage: asked.message === '' ? null : asked.message,
    requestExpiresAt: plusDays(now, asked.expiresInDays),
    remindAt: plusDays(now, asked.expiresInDays / 2),
    tokenHash: linkTokens.hash(token),
    sealedToken: keyRing.seal(utf8(token), sealOfConsentToken(id)),
  };
}

/** Throws for the first field that does not go with the others. */
export function requireSoundConsent(
  { method, witnessName, effectiveFrom, expiresAt, requestSignature }: NewConsent,
  now: Instant,
): void {
  if (method === 'verbal' && witnessName === null)
    throw invalidField('/witnessName', 'field.required', 'Name who witnessed what was said.');
  if (method === 'portal' && requestSignature === undefined)
    throw invalidField('/requestSignature', 'field.required', 'Say whom the link is to be mailed to.');
  if (method !== 'portal' && requestSignature !== undefined)
    throw invalidField(
      '/requestSignature',
      'field.invalid',
      'Leave this out: only the method portal asks by mail.',
    );
  const from = effectiveFrom ?? now;
  if (from > plusDays(now, mostDaysAhead))
    throw invalidField('/effectiveFrom', 'field.out_of_range', 'Let it take effect within 30 days.');
  if (expiresAt === null) return;
  if (expiresAt <= from || expiresAt <= now)
    throw invalidField(
      '/expiresAt',
      'field.out_of_range',
      'Let it end after it has begun, and not in the past.',
    );
  if (expiresAt > plusMonths(from, longestConsentYears * 12))
    throw invalidField('/expiresAt', 'field.out_of_range', 'Let it end within ten years.');
}

/** A document that the caller does not see is none. */
export async function requireDocument(
  documentId: string | null,
  { documentLibrary, user }: Pick<GovernancePorts, 'documentLibrary'> & Pick<WritingContext, 'user'>,
): Promise<void> {
  if (documentId === null) return;
  await documentLibrary.find(documentId, viewerOf(user)).catch((error: unknown) => {
    if (isFailure(error) && error.code === documentNotFound.code)
      throw invalidField('/documentId', 'document.not_found', 'Name a document of the library that you see.');
    throw error;
  });
}
