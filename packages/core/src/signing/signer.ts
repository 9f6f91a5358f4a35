import type {
  linkDeliveries,
  signerRoles,
  signerVerifications,
  verificationStates,
} from '../documents/index.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';
import { signerNotPending } from './errors.ts';

/** How far a person of a round is (documents 3.4). What people did is evidence, so a new round begins with copies of them. */
export const signerStates = machine(signerNotPending, ['draft'], {
  draft: { invite: 'sent', wait: 'waiting', cancel: 'cancelled', notify: 'notified' },
  waiting: { invite: 'sent', cancel: 'cancelled', expire: 'expired' },
  sent: {
    relink: 'sent',
    view: 'viewed',
    complete: 'completed',
    decline: 'declined',
    cancel: 'cancelled',
    expire: 'expired',
  },
  viewed: {
    relink: 'viewed',
    complete: 'completed',
    decline: 'declined',
    cancel: 'cancelled',
    expire: 'expired',
  },
  expired: { invite: 'sent', wait: 'waiting' },
  completed: {},
  declined: {},
  cancelled: {},
  notified: {},
});
export type SignerStatus = (typeof signerStates.states)[number];
export type SignerRole = (typeof signerRoles)[number];
export type VerificationState = (typeof verificationStates)[number];

export const mostSigners = 50;

export interface Signer {
  readonly id: string;
  readonly documentId: string;
  readonly roundId: string;
  /** The place in the list as it was given, from 1. */
  readonly position: number;
  /** The caller's own handle. */
  readonly key: string | null;
  readonly name: string;
  readonly email: string;
  /** In the form of E.164. */
  readonly phone: string | null;
  readonly role: SignerRole;
  /** The group: those of one number act at once, and groups follow each other. */
  readonly order: number;
  readonly verification: (typeof signerVerifications)[number];
  /** A line in this person's mail alone. */
  readonly note: string | null;
  readonly language: string | null;
  /** What the sender gave, until the person reports one. */
  readonly timeZone: string | null;
  readonly status: SignerStatus;
  /** The active member with that address, for information. */
  readonly userId: string | null;
  readonly delivery: (typeof linkDeliveries)[number] | null;
  /** When the first link was sent; whoever is asked again after the deadline keeps it. */
  readonly sentAt: Instant | null;
  readonly viewedAt: Instant | null;
  /** When the live link was last used for the content, so that a reminder does not end it (SIG-20). */
  readonly lastOpenedAt: Instant | null;
  readonly consentedAt: Instant | null;
  readonly verifiedAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly declinedAt: Instant | null;
  readonly declineReason: string | null;
  readonly lastRemindedAt: Instant | null;
  /** Those that went out by themselves. */
  readonly reminderCount: number;
  readonly nextReminderAt: Instant | null;
  readonly linkVersion: number | null;
  readonly linkExpiresAt: Instant | null;
  readonly verificationState: VerificationState;
  /** Until when no code is sent or examined (OTP-3). */
  readonly lockedUntil: Instant | null;
  /** How many codes were sent and how often a wrong one came, in the whole round: evidence (OTP-8). */
  readonly codesSent: number;
  readonly wrongTries: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Whether the round waits for this person. */
export const isRequired = ({ role }: Pick<Signer, 'role'>): boolean => role !== 'copy';
/** Whether this person has a link and something to do. */
export const isPending = ({ status }: Pick<Signer, 'status'>): boolean => signerStates.can(status, 'relink');
export const isDone = ({ status }: Pick<Signer, 'status'>): boolean => status === 'completed';

/** The first state of verification of a link; a fresh link begins anew (SIG-30). */
export const verificationToBegin = ({ verification }: Pick<Signer, 'verification'>): VerificationState =>
  verification === 'none' ? 'not_required' : 'required';

/** What a new link changes in its signer. */
export interface NewLinkFacts {
  readonly linkVersion: number;
  readonly linkExpiresAt: Instant;
  readonly delivery: (typeof linkDeliveries)[number];
  /** A link that a manager makes lifts the lock of the codes; any other does not (SIG-30). */
  readonly liftsLock: boolean;
}

function linked(signer: Signer, { liftsLock, ...link }: NewLinkFacts): Signer {
  const isLocked = signer.verificationState === 'locked' && !liftsLock;
  return {
    ...signer,
    ...link,
    verificationState: isLocked ? 'locked' : verificationToBegin(signer),
    lockedUntil: isLocked ? signer.lockedUntil : null,
    lastOpenedAt: null,
  };
}

/** It is this person's turn. */
export const invited = (
  signer: Signer,
  link: NewLinkFacts,
  nextReminderAt: Instant | null,
  at: Instant,
): Signer => ({
  ...linked(signer, link),
  status: signerStates.next(signer.status, 'invite'),
  sentAt: signer.sentAt ?? at,
  nextReminderAt,
  updatedAt: at,
});

/** Groups before this person come first. */
export const madeWaiting = (signer: Signer, at: Instant): Signer => ({
  ...signer,
  status: signerStates.next(signer.status, 'wait'),
  updatedAt: at,
});

/** A fresh link for somebody who is at work. */
export const relinked = (signer: Signer, link: NewLinkFacts, at: Instant): Signer => ({
  ...linked(signer, link),
  status: signerStates.next(signer.status, 'relink'),
  updatedAt: at,
});

export const viewedSigner = (signer: Signer, at: Instant): Signer => ({
  ...signer,
  status: signerStates.next(signer.status, 'view'),
  viewedAt: signer.viewedAt ?? at,
  lastOpenedAt: at,
  updatedAt: at,
});

/** Opened anew by somebody who was sent the document before. */
export const openedAgain = (signer: Signer, at: Instant): Signer => ({
  ...signer,
  lastOpenedAt: at,
  updatedAt: at,
});

export const completedSigner = (
  signer: Signer,
  { consentedAt, timeZone }: Pick<Signer, 'consentedAt' | 'timeZone'>,
  at: Instant,
): Signer => ({
  ...signer,
  status: signerStates.next(signer.status, 'complete'),
  consentedAt,
  timeZone,
  completedAt: at,
  nextReminderAt: null,
  updatedAt: at,
});

export const declinedSigner = (signer: Signer, reason: string, at: Instant): Signer => ({
  ...signer,
  status: signerStates.next(signer.status, 'decline'),
  declinedAt: at,
  declineReason: reason,
  nextReminderAt: null,
  updatedAt: at,
});

/** The round ended before this person was done. Who is done stays so. */
export const cancelledSigner = (signer: Signer, at: Instant): Signer =>
  signerStates.can(signer.status, 'cancel')
    ? { ...signer, status: signerStates.next(signer.status, 'cancel'), nextReminderAt: null, updatedAt: at }
    : signer;

/** The deadline passed before this person was done. */
export const expiredSigner = (signer: Signer, at: Instant): Signer =>
  signerStates.can(signer.status, 'expire')
    ? { ...signer, status: signerStates.next(signer.status, 'expire'), nextReminderAt: null, updatedAt: at }
    : signer;

/** Somebody who only gets a copy has got the link to it. */
export const notifiedSigner = (signer: Signer, link: NewLinkFacts, at: Instant): Signer => ({
  ...linked(signer, link),
  status: signerStates.next(signer.status, 'notify'),
  sentAt: at,
  updatedAt: at,
});

/** Somebody who has signed has got the link to the sealed file; what they did stays as it is. */
export const copiedSigner = (signer: Signer, link: NewLinkFacts, at: Instant): Signer => ({
  ...linked(signer, link),
  lastOpenedAt: signer.lastOpenedAt,
  updatedAt: at,
});

/** The group that a person is in: in a parallel round there is one. */
export const groupOf = (
  { order }: Pick<Signer, 'order'>,
  { signingOrder }: { readonly signingOrder: 'parallel' | 'sequential' },
): number => (signingOrder === 'parallel' ? 1 : order);

/** The people to invite when those before them are done; empty if nobody is to be invited. */
export function nextGroup(
  signers: readonly Signer[],
  round: { readonly signingOrder: 'parallel' | 'sequential' },
): readonly Signer[] {
  const open = signers.filter((signer) => isRequired(signer) && !isDone(signer));
  const first = Math.min(...open.map((signer) => groupOf(signer, round)));
  return open.filter(
    (signer) => groupOf(signer, round) === first && signerStates.can(signer.status, 'invite'),
  );
}
