import { documentInvalidState, type signatureMethods, type signingOrders } from '../documents/index.ts';
import { machine } from '../kernel/machine.ts';
import type { ReminderSchedule } from '../kernel/reminder-schedule.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import { noSeal, queuedSeal, type Seal } from './seal.ts';

/**
 * One attempt to get a document signed (documents 3.3). After a round that was declined, voided or has expired another one
 * may follow; an expired one may also be sent again with the signatures that it has.
 */
export const signingRoundStates = machine(documentInvalidState, ['none', 'preparing'], {
  none: { prepare: 'preparing', empty: 'none', send: 'sent' },
  preparing: { prepare: 'preparing', empty: 'none', send: 'sent' },
  sent: { complete: 'completed', decline: 'declined', void: 'voided', expire: 'expired' },
  completed: { seal: 'sealed' },
  sealed: {},
  declined: {},
  voided: {},
  expired: { reopen: 'sent' },
});
export type SigningRoundStatus = (typeof signingRoundStates.states)[number];

export const usualDeadlineDays = 90;
export const usualWarningDays = 3;
/** LIB-19. */
export const mostRounds = 100;

export interface SigningRound {
  readonly id: string;
  readonly documentId: string;
  /** Counts from 1 in each document. */
  readonly number: number;
  readonly status: SigningRoundStatus;
  readonly signingOrder: (typeof signingOrders)[number];
  readonly subject: string;
  readonly message: string | null;
  /** Never null once it is sent. */
  readonly deadlineAt: Instant | null;
  readonly reminders: ReminderSchedule | null;
  /** 0 for none. */
  readonly expiryWarningDays: number;
  /** When the warning before the deadline is due; null if there is none to come. */
  readonly warnAt: Instant | null;
  readonly warnedAt: Instant | null;
  /** A BCP 47 tag. */
  readonly language: string;
  /** Set at send, as the two below. */
  readonly disclosureVersion: string | null;
  /** The language of the text that is really shown (SIG-33). */
  readonly disclosureLanguage: string | null;
  readonly disclosureSha256: string | null;
  readonly requireConsent: boolean;
  readonly signatureMethods: readonly (typeof signatureMethods)[number][];
  readonly appendSignaturePage: boolean;
  readonly redirectUrl: string | null;
  /** The version of kind `signing_copy` that this round signs; set at send, as all that follows up to the page count. */
  readonly signingCopyVersionId: string | null;
  readonly originalSha256: string | null;
  readonly signingCopySha256: string | null;
  readonly signingCopyPageCount: number | null;
  readonly createdByUserId: string;
  readonly sentByUserId: string | null;
  readonly voidedByUserId: string | null;
  /** Of decline or void. */
  readonly endReason: string | null;
  /** Of the first sending; reopening does not change it, since people may have signed before (SEA-12). */
  readonly sentAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly declinedAt: Instant | null;
  readonly voidedAt: Instant | null;
  readonly expiredAt: Instant | null;
  readonly seal: Seal;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What the sender decides about a round. */
export type RoundSettings = Pick<
  SigningRound,
  | 'signingOrder'
  | 'subject'
  | 'message'
  | 'deadlineAt'
  | 'reminders'
  | 'expiryWarningDays'
  | 'language'
  | 'requireConsent'
  | 'signatureMethods'
  | 'appendSignaturePage'
  | 'redirectUrl'
>;

/** A round that nobody was asked to sign yet. */
export const newRound = (
  about: Pick<SigningRound, 'id' | 'documentId' | 'number' | 'createdByUserId'>,
  settings: RoundSettings,
  at: Instant,
): SigningRound => ({
  ...about,
  ...settings,
  status: signingRoundStates.begin('none'),
  warnAt: null,
  warnedAt: null,
  disclosureVersion: null,
  disclosureLanguage: null,
  disclosureSha256: null,
  signingCopyVersionId: null,
  originalSha256: null,
  signingCopySha256: null,
  signingCopyPageCount: null,
  sentByUserId: null,
  voidedByUserId: null,
  endReason: null,
  sentAt: null,
  completedAt: null,
  declinedAt: null,
  voidedAt: null,
  expiredAt: null,
  seal: noSeal,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

/** With these settings; a round without people is none. */
export const prepared = (
  round: SigningRound,
  settings: RoundSettings,
  hasPeople: boolean,
  at: Instant,
): SigningRound => ({
  ...round,
  ...settings,
  status: signingRoundStates.next(round.status, hasPeople ? 'prepare' : 'empty'),
  updatedAt: at,
});

/** What sending fixes. */
export type SendingFacts = Pick<
  SigningRound,
  | 'disclosureVersion'
  | 'disclosureLanguage'
  | 'disclosureSha256'
  | 'signingCopyVersionId'
  | 'originalSha256'
  | 'signingCopySha256'
  | 'signingCopyPageCount'
> & { readonly deadlineAt: Instant; readonly sentByUserId: string };

export const sent = (round: SigningRound, facts: SendingFacts, at: Instant): SigningRound => ({
  ...round,
  ...facts,
  status: signingRoundStates.next(round.status, 'send'),
  ...warning(round, facts.deadlineAt, at),
  sentAt: at,
  updatedAt: at,
});

/** The same round again, with the signatures that it has. */
export const reopened = (
  round: SigningRound,
  { deadlineAt, sentByUserId }: Pick<SendingFacts, 'deadlineAt' | 'sentByUserId'>,
  at: Instant,
): SigningRound => ({
  ...round,
  status: signingRoundStates.next(round.status, 'reopen'),
  deadlineAt,
  sentByUserId,
  ...warning({ ...round, warnedAt: null }, deadlineAt, at),
  expiredAt: null,
  updatedAt: at,
});

export const withDeadline = (round: SigningRound, deadlineAt: Instant, at: Instant): SigningRound => ({
  ...round,
  deadlineAt,
  ...warning(round, deadlineAt, at),
  updatedAt: at,
});

/** The warning goes out once, and not if its time was over before the round was sent. */
function warning(
  { expiryWarningDays, warnedAt }: Pick<SigningRound, 'expiryWarningDays' | 'warnedAt'>,
  deadlineAt: Instant,
  at: Instant,
): Pick<SigningRound, 'warnAt' | 'warnedAt'> {
  const warnAt = plusDays(deadlineAt, -expiryWarningDays);
  const isToCome = expiryWarningDays > 0 && warnedAt === null && warnAt > at;
  return { warnAt: isToCome ? warnAt : null, warnedAt };
}

export const warned = (round: SigningRound, at: Instant): SigningRound => ({
  ...round,
  warnAt: null,
  warnedAt: at,
  updatedAt: at,
});

/** Everybody is done; the seal follows. */
export const completedRound = (round: SigningRound, at: Instant): SigningRound => ({
  ...round,
  status: signingRoundStates.next(round.status, 'complete'),
  completedAt: at,
  warnAt: null,
  seal: queuedSeal(round.seal),
  updatedAt: at,
});

export const declinedRound = (round: SigningRound, reason: string, at: Instant): SigningRound => ({
  ...round,
  status: signingRoundStates.next(round.status, 'decline'),
  declinedAt: at,
  endReason: reason,
  warnAt: null,
  updatedAt: at,
});

/** Null is the product itself, such as after malware was found. */
export const voidedRound = (
  round: SigningRound,
  { reason, byUserId }: { readonly reason: string; readonly byUserId: string | null },
  at: Instant,
): SigningRound => ({
  ...round,
  status: signingRoundStates.next(round.status, 'void'),
  voidedAt: at,
  voidedByUserId: byUserId,
  endReason: reason,
  warnAt: null,
  updatedAt: at,
});

export const expiredRound = (round: SigningRound, at: Instant): SigningRound => ({
  ...round,
  status: signingRoundStates.next(round.status, 'expire'),
  expiredAt: at,
  warnAt: null,
  updatedAt: at,
});

/** The seal is stored with it in one transaction. */
export const sealedRound = (round: SigningRound, seal: Seal, at: Instant): SigningRound => ({
  ...round,
  status: signingRoundStates.next(round.status, 'seal'),
  seal,
  updatedAt: at,
});

export const endedAt = ({ voidedAt, declinedAt, expiredAt, completedAt }: SigningRound): Instant | null =>
  voidedAt ?? declinedAt ?? expiredAt ?? completedAt;
