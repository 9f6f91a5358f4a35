import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Label, Purpose } from '../../records/index.ts';
import { authorizationInvalidState } from '../errors.ts';

/** The life of an authorization (governance 5.2). What was denied, revoked or over is asked for anew. */
export const authorizationStates = machine(authorizationInvalidState, ['pending'], {
  pending: { approve: 'approved', deny: 'denied', revoke: 'revoked', expire: 'expired' },
  approved: { revoke: 'revoked', expire: 'expired' },
  denied: {},
  revoked: {},
  expired: {},
});
export type AuthorizationStatus = (typeof authorizationStates.states)[number];

export const disclosureBases = [
  'consent',
  'subject_access_request',
  'court_order',
  'subpoena',
  'statutory_duty',
  'treatment',
  'emergency',
  'other',
] as const;
export type DisclosureBasis = (typeof disclosureBases)[number];
export const recipientKinds = ['subject', 'person', 'organization'] as const;

/** To whom something is disclosed; known by their address in the workspace. */
export interface DisclosureRecipient {
  readonly kind: (typeof recipientKinds)[number];
  readonly name: string;
  readonly organization: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly role: string | null;
}

/** What may be disclosed: an empty list sets no limit, except that labels beyond confidential have to be named. */
export interface DisclosureScope {
  /** Days, both of them included. */
  readonly from: string | null;
  readonly to: string | null;
  readonly entryTypes: readonly string[];
  readonly artifactIds: readonly string[];
  readonly includeAttachments: boolean;
  readonly labels: readonly Label[];
}

/** The decision that a disclosure may be made. */
export interface DisclosureAuthorization {
  readonly id: string;
  readonly authorizationNumber: string;
  readonly subjectId: string;
  readonly caseId: string;
  readonly basis: DisclosureBasis;
  readonly consentId: string | null;
  readonly legalReference: string | null;
  readonly documentId: string | null;
  readonly purposeOfUse: Purpose;
  readonly recipient: DisclosureRecipient;
  readonly scope: DisclosureScope;
  readonly note: string | null;
  readonly status: AuthorizationStatus;
  readonly requestedAt: Instant;
  readonly dueOn: string;
  /** When the next mail about what is due goes out; null once nothing waits for it. */
  readonly remindAt: Instant | null;
  readonly validFrom: Instant;
  readonly validUntil: Instant;
  readonly maxReleases: number;
  readonly releasesUsed: number;
  /** Whether its releases stand in the accounting of disclosures. */
  readonly accounted: boolean;
  readonly decidedByUserId: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReason: string | null;
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
  readonly createdByUserId: string;
  readonly updatedAt: Instant;
  /** Who changed it last; null if no member did. */
  readonly updatedByUserId: string | null;
  readonly version: number;
}

export const authorizationNumberOf = (year: string, number: number): string =>
  `DA-${year}-${String(number).padStart(6, '0')}`;

/** Its state at a moment, whether or not the job that writes the end down has run. */
export const authorizationStatusAt = (
  { status, validUntil }: Pick<DisclosureAuthorization, 'status' | 'validUntil'>,
  now: Instant,
): AuthorizationStatus =>
  authorizationStates.can(status, 'expire') && validUntil <= now ? 'expired' : status;

/** Whether something may be prepared and released on it at this moment. */
export const isValidAuthorization = (authorization: DisclosureAuthorization, now: Instant): boolean =>
  authorizationStatusAt(authorization, now) === 'approved' && authorization.validFrom <= now;

/** With one of these labels only a privacy officer decides (GOV-4). */
const decidedByPrivacyOfficers: readonly Label[] = [
  'psychotherapy',
  'substance_use',
  'legal_privileged',
  'safeguarding',
  'executive',
  'sealed',
];
export const needsPrivacyOfficer = ({ scope }: Pick<DisclosureAuthorization, 'scope'>): boolean =>
  scope.labels.some((label) => decidedByPrivacyOfficers.includes(label));

/** What is disclosed by consent, for treatment, or to the person who asks for their own records, is not accounted for. */
export const isAccounted = ({
  basis,
  recipient,
}: Pick<DisclosureAuthorization, 'basis' | 'recipient'>): boolean =>
  basis !== 'treatment' &&
  basis !== 'consent' &&
  !(basis === 'subject_access_request' && recipient.kind === 'subject');

interface Decision {
  readonly decision: 'approve' | 'deny';
  readonly byUserId: string;
  readonly reason: string | null;
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
}

export const decidedAuthorization = (
  authorization: DisclosureAuthorization,
  { decision, byUserId, reason, singlePerson, singlePersonReason }: Decision,
  now: Instant,
): DisclosureAuthorization => ({
  ...authorization,
  status: authorizationStates.next(authorization.status, decision),
  decidedByUserId: byUserId,
  decidedAt: now,
  decisionReason: reason,
  singlePerson,
  singlePersonReason: singlePerson ? singlePersonReason : null,
  remindAt: decision === 'deny' ? null : authorization.remindAt,
  updatedAt: now,
  updatedByUserId: byUserId,
});

/** With null it ends because what it rests on has ended. */
export const revokedAuthorization = (
  authorization: DisclosureAuthorization,
  { byUserId, reason }: { readonly byUserId: string | null; readonly reason: string | null },
  now: Instant,
): DisclosureAuthorization => ({
  ...authorization,
  status: authorizationStates.next(authorization.status, 'revoke'),
  decidedByUserId: byUserId,
  decidedAt: now,
  decisionReason: reason,
  remindAt: null,
  updatedAt: now,
  updatedByUserId: byUserId,
});

export const expiredAuthorization = (
  authorization: DisclosureAuthorization,
  now: Instant,
): DisclosureAuthorization => ({
  ...authorization,
  status: authorizationStates.next(authorization.status, 'expire'),
  remindAt: null,
  updatedAt: now,
  updatedByUserId: null,
});
