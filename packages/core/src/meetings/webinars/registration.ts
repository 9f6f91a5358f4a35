import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { registrationInvalidState } from '../errors.ts';

/** A sign-up for a webinar (meetings 4.5). A host can still approve one that was declined. */
export const registrationStates = machine(registrationInvalidState, ['pending', 'waitlisted', 'approved'], {
  pending: { approve: 'approved', decline: 'declined', cancel: 'cancelled' },
  waitlisted: { approve: 'approved', promote: 'approved', decline: 'declined', cancel: 'cancelled' },
  approved: { decline: 'declined', cancel: 'cancelled' },
  declined: { approve: 'approved' },
  cancelled: {},
});
export const registrationStatuses = ['pending', 'approved', 'waitlisted', 'declined', 'cancelled'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** What somebody answered, with the question as it was asked then (MTG-85). */
export interface RegistrationAnswer {
  readonly questionId: string;
  readonly label: string;
  readonly value: string | readonly string[] | boolean;
}

export interface Registration {
  readonly id: string;
  /** The registration holds for every meeting of the chain. */
  readonly chainId: string;
  readonly meetingId: string;
  /** As it was given; null once the personal data of guests are erased. */
  readonly email: string | null;
  readonly displayName: string;
  readonly answers: readonly RegistrationAnswer[];
  readonly status: RegistrationStatus;
  /** Whether it was approved at some time, so that a calendar entry has to be cancelled. */
  readonly wasApproved: boolean;
  readonly timeZone: string | null;
  /** SHA-256 of the derived link token; the token itself is derived again for each mail. */
  readonly tokenHash: string;
  readonly tokenKeyNumber: number;
  readonly tokenGeneration: number;
  readonly waitlistedAt: Instant | null;
  /** When a mail was asked for last. */
  readonly mailedAt: Instant;
  readonly decidedAt: Instant | null;
  /** Null if a rule decided. */
  readonly decidedByUserId: string | null;
  readonly decisionReason: string | null;
  readonly deliveryStatus: 'none' | 'queued' | 'sent' | 'failed' | 'bounced';
  readonly lastSentAt: Instant | null;
  readonly lastSequence: number | null;
  readonly firstMessageId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

interface Decision {
  readonly at: Instant;
  /** Null if a place became free, or the registrant did it. */
  readonly byUserId: string | null;
  readonly reason?: string | null;
}

const decided = (registration: Registration, { at, byUserId, reason }: Decision) => ({
  ...registration,
  waitlistedAt: null,
  decidedAt: at,
  decidedByUserId: byUserId,
  decisionReason: reason ?? null,
  updatedAt: at,
});

export const approved = (
  registration: Registration,
  action: 'approve' | 'promote',
  decision: Decision,
): Registration => ({
  ...decided(registration, decision),
  status: registrationStates.next(registration.status, action),
  wasApproved: true,
});

/** The link stops working with it. */
export const declined = (registration: Registration, decision: Decision): Registration => ({
  ...decided(registration, decision),
  status: registrationStates.next(registration.status, 'decline'),
});

export const cancelled = (registration: Registration, decision: Decision): Registration => ({
  ...decided(registration, decision),
  status: registrationStates.next(registration.status, 'cancel'),
});

export const holdsPlace = ({ status }: Pick<Registration, 'status'>): boolean => status === 'approved';
/** Whether its link opens anything. */
export const isActive = (registration: Pick<Registration, 'status'>): boolean =>
  goneReasonOf(registration) === null;
/** Why its link opens nothing any more; null while it does. */
export const goneReasonOf = ({ status }: { readonly status: string }): 'declined' | 'cancelled' | null =>
  status === 'declined' || status === 'cancelled' ? status : null;
