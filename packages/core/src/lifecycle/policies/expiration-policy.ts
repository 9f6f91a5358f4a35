import { machine } from '../../kernel/machine.ts';
import type { Period } from '../../kernel/plain-dates.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { PolicyBasis } from '../dates/calculation.ts';
import { policyArchived, policyDuplicate, policyTooMany } from '../errors.ts';

/** Whether a policy counts where it was put (lifecycle 3.2). */
export const expirationPolicyStates = machine(policyArchived, ['active'], {
  active: { archive: 'archived' },
  archived: { restore: 'active' },
});
export type PolicyStatus = (typeof expirationPolicyStates.states)[number];

export const noticeRecipients = ['lifecycle_owner', 'document_owner', 'admins', 'custom'] as const;
export const retentionTriggers = ['created', 'sealed', 'expired', 'superseded'] as const;

export const policyBound = { most: 1000, tooMany: policyTooMany, duplicate: policyDuplicate } as const;
export const mostNotices = 12;

/** A message so many days before the date; after it, if they are fewer than none. */
export interface Notice {
  readonly daysBefore: number;
  readonly recipients: readonly (typeof noticeRecipients)[number][];
  /** Addresses of the recipient `custom`. */
  readonly emails: readonly string[];
}

/** How long a document is kept once something has happened to it. */
export interface RetentionPeriod {
  readonly trigger: (typeof retentionTriggers)[number];
  readonly months: number;
  /** How many people have to approve its destruction. */
  readonly approvals: number;
  /** How many days lie between the last approval and the destruction. */
  readonly coolOffDays: number;
}

/** A rule that gives a date, days of grace, notices, a renewal and a retention period. */
export interface ExpirationPolicy {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: PolicyStatus;
  readonly basis: PolicyBasis;
  /** Of every basis that ends in `_plus`. */
  readonly duration: Period | null;
  readonly fixedDate: PlainDate | null;
  readonly graceDays: number;
  readonly notices: readonly Notice[];
  /** `HH:MM` in the zone of the document. */
  readonly noticeLocalTime: string;
  /** Null is the zone of the workspace. */
  readonly timeZone: string | null;
  readonly requireConfirmation: boolean;
  /** Null opens no renewal. */
  readonly openRenewalDaysBefore: number | null;
  readonly revokeSharesOnExpiry: boolean;
  /** Null keeps nothing, and destroys nothing. */
  readonly retention: RetentionPeriod | null;
  /** Grows by one with every change of what the policy says. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What somebody says of a policy. */
export type PolicyContent = Omit<
  ExpirationPolicy,
  'id' | 'status' | 'revision' | 'createdAt' | 'updatedAt' | 'version'
>;

export const newExpirationPolicy = (id: string, content: PolicyContent, at: Instant): ExpirationPolicy => ({
  id,
  ...content,
  status: expirationPolicyStates.begin('active'),
  revision: 1,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

/** The policy in this state; the same if it is in it already. */
export const inStatus = (policy: ExpirationPolicy, status: PolicyStatus): ExpirationPolicy =>
  policy.status === status
    ? policy
    : {
        ...policy,
        status:
          status === 'archived'
            ? expirationPolicyStates.next(policy.status, 'archive')
            : expirationPolicyStates.next(policy.status, 'restore'),
      };
