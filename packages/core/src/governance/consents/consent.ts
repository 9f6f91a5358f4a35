import { machine } from '../../kernel/machine.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import type { Label, Purpose } from '../../records/index.ts';
import { consentInvalidState } from '../errors.ts';
import type { SealedDrawing } from './drawing.ts';

/** The life of a consent (governance 5.1). What a person decided at a time is not changed: another one is recorded. */
export const consentStates = machine(consentInvalidState, ['active', 'requested'], {
  requested: { accept: 'active', decline: 'rejected', revoke: 'rejected', expire: 'expired' },
  active: { revoke: 'revoked', expire: 'expired', void: 'entered_in_error' },
  rejected: {},
  revoked: { void: 'entered_in_error' },
  expired: { void: 'entered_in_error' },
  entered_in_error: {},
});
export type ConsentStatus = (typeof consentStates.states)[number];

export const consentCategories = [
  'treatment',
  'disclosure',
  'communication',
  'recording',
  'data_processing',
  'research',
  'other',
] as const;
export const consentDecisions = ['permit', 'deny'] as const;
export const consentMethods = ['written', 'verbal', 'electronic', 'portal', 'imported'] as const;
export const grantorKinds = ['subject', 'guardian', 'legal_representative', 'attorney', 'other'] as const;
export const legalBases = [
  'consent',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'legitimate_interests',
] as const;
/** What somebody who signs by a link is to the person. */
export const signerRelationships = [
  'self',
  'guardian',
  'legal_representative',
  'attorney',
  'recipient',
] as const;

export const longestConsentYears = 10;
export const mostDaysAhead = 30;
/** How long somebody who gave a consent by a link can withdraw it by the same link (PORT-12). */
const withdrawableDays = 30;

/** Whom a consent reaches: an empty list sets no limit, except that labels beyond confidential have to be named. */
export interface ConsentScope {
  readonly purposes: readonly Purpose[];
  readonly labels: readonly Label[];
  readonly caseIds: readonly string[];
  readonly entryTypes: readonly string[];
  readonly recipients: readonly ConsentRecipient[];
  readonly dataFrom: string | null;
  readonly dataTo: string | null;
}
export interface ConsentRecipient {
  readonly name: string;
  readonly organization: string | null;
  readonly email: string | null;
}

export interface ConsentSignature {
  readonly signerName: string;
  readonly relationship: (typeof signerRelationships)[number];
  readonly typedSignature: string | null;
  readonly hasDrawing: boolean;
  readonly signedAt: Instant;
}

/** What a person permits or forbids about what is written of them. */
export interface Consent extends SealedDrawing {
  readonly id: string;
  readonly subjectId: string;
  readonly category: (typeof consentCategories)[number];
  readonly decision: (typeof consentDecisions)[number];
  readonly status: ConsentStatus;
  readonly scope: ConsentScope;
  readonly method: (typeof consentMethods)[number];
  readonly grantedBy: {
    readonly kind: (typeof grantorKinds)[number];
    readonly name: string;
    readonly relationship: string | null;
  };
  readonly legalBasis: (typeof legalBases)[number] | null;
  readonly statementText: string;
  readonly statementSha256: string;
  readonly documentId: string | null;
  readonly witnessName: string | null;
  readonly effectiveFrom: Instant;
  readonly expiresAt: Instant | null;
  readonly signature: ConsentSignature | null;
  readonly requestEmail: string | null;
  readonly requestMessage: string | null;
  readonly requestExpiresAt: Instant | null;
  /** When the one reminder is due; null once it has gone out, or will not. */
  readonly remindAt: Instant | null;
  readonly remindedAt: Instant | null;
  readonly tokenHash: string | null;
  /** The secret of the link under the key ring, as long as a mail may have to carry it. */
  readonly sealedToken: Uint8Array | null;
  readonly decidedAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly revokedByUserId: string | null;
  readonly revocationReason: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Who changed it last; null if no member did. */
  readonly updatedByUserId: string | null;
  readonly version: number;
}

/** What the key ring binds the secret of a consent to. */
export const sealOfConsentToken = (id: string): string => `consent-token:${id}`;

/** Where whoever is asked opens the request. */
export const consentAddress = (webUrl: string, token: string): string => `${webUrl}/consent#token=${token}`;

/** Its state at a moment, whether or not the job that writes the end down has run. */
export function statusAt(
  { status, expiresAt, requestExpiresAt }: Pick<Consent, 'status' | 'expiresAt' | 'requestExpiresAt'>,
  now: Instant,
): ConsentStatus {
  const end = status === 'active' ? expiresAt : status === 'requested' ? requestExpiresAt : null;
  return end !== null && end <= now ? 'expired' : status;
}

type Change = Pick<Consent, 'updatedAt' | 'updatedByUserId'>;
const changed = (now: Instant, byUserId: string | null = null): Change => ({
  updatedAt: now,
  updatedByUserId: byUserId,
});
/** After the end of a request no mail brings its link any more. */
const withoutMail = { sealedToken: null, remindAt: null } as const;

export const accepted = (
  consent: Consent,
  given: Pick<Consent, 'signature'> & SealedDrawing,
  now: Instant,
): Consent => ({
  ...consent,
  ...withoutMail,
  ...given,
  ...changed(now),
  status: consentStates.next(consent.status, 'accept'),
  effectiveFrom: consent.effectiveFrom > now ? consent.effectiveFrom : now,
  decidedAt: now,
});

export const declined = (
  consent: Consent,
  given: Pick<Consent, 'signature'> & SealedDrawing,
  now: Instant,
): Consent => ({
  ...consent,
  ...withoutMail,
  ...given,
  ...changed(now),
  status: consentStates.next(consent.status, 'decline'),
  decidedAt: now,
});

interface Revocation {
  /** Null for whoever withdraws by a link. */
  readonly byUserId: string | null;
  readonly reason: string | null;
  readonly action: 'revoke' | 'void';
}

export const revoked = (
  consent: Consent,
  { byUserId, reason, action }: Revocation,
  now: Instant,
): Consent => ({
  ...consent,
  ...withoutMail,
  ...changed(now, byUserId),
  status: consentStates.next(consent.status, action),
  revokedAt: now,
  revokedByUserId: byUserId,
  revocationReason: reason,
});

export const expired = (consent: Consent, now: Instant): Consent => ({
  ...consent,
  ...withoutMail,
  ...changed(now),
  status: consentStates.next(consent.status, 'expire'),
});

/** Until when the person who gave it by a link may withdraw it by that link; null if they gave none. */
export function withdrawableUntil({ status, decidedAt, expiresAt }: Consent): Instant | null {
  if (status !== 'active' || decidedAt === null) return null;
  const usual = plusDays(decidedAt, withdrawableDays);
  return expiresAt !== null && expiresAt < usual ? expiresAt : usual;
}
