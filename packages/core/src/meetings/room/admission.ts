import { machine } from '../../kernel/machine.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import { admissionInvalidState } from '../errors.ts';
import type { MeetingRole } from '../meeting.ts';

export const admissionIdentities = ['member', 'invitation', 'registration', 'anonymous'] as const;
export type AdmissionIdentity = (typeof admissionIdentities)[number];
export const waitReasons = ['not_started', 'policy', 'invitation_policy', 'removed_before', 'full'] as const;
export type WaitReason = (typeof waitReasons)[number];

/** What the rules of the door make of whoever asks to enter. */
const byTheRules = {
  let_in: 'admitted',
  ask: 'waiting',
  ask_early: 'waiting_for_host',
  turn_away: 'denied',
} as const;

/** One person's attempt to enter one session (meetings 4.4); whoever left or fell silent may ask again. */
export const admissionStates = machine(
  admissionInvalidState,
  ['waiting_for_host', 'waiting', 'admitted', 'denied'],
  {
    waiting_for_host: {
      ...byTheRules,
      deny: 'denied',
      leave: 'left',
      end: 'left',
      expire: 'expired',
      revoke: 'removed',
    },
    waiting: {
      ...byTheRules,
      admit: 'admitted',
      deny: 'denied',
      leave: 'left',
      end: 'left',
      expire: 'expired',
      revoke: 'removed',
    },
    admitted: { remove: 'removed', leave: 'left', end: 'left', lose: 'left', revoke: 'removed' },
    denied: { ...byTheRules, admit: 'admitted' },
    removed: { ...byTheRules, admit: 'admitted' },
    left: byTheRules,
    expired: byTheRules,
  },
);
export type AdmissionStatus = (typeof admissionStates.states)[number];
export const admissionStatuses = [
  'waiting_for_host',
  'waiting',
  'admitted',
  'denied',
  'removed',
  'left',
  'expired',
] as const satisfies readonly AdmissionStatus[];

export interface Admission {
  readonly id: string;
  readonly meetingId: string;
  readonly sessionId: string;
  /** The same for the same person, by whichever door; one admission of a session is theirs. */
  readonly personKey: string;
  readonly identity: AdmissionIdentity;
  readonly userId: string | null;
  readonly invitationId: string | null;
  readonly registrationId: string | null;
  readonly displayName: string;
  readonly role: MeetingRole;
  readonly status: AdmissionStatus;
  readonly waitReason: WaitReason | null;
  readonly requestedAt: Instant;
  readonly decidedAt: Instant | null;
  /** Null if a rule decided. */
  readonly decidedByUserId: string | null;
  readonly lastSeenAt: Instant;
  readonly denialCount: number;
  /** Removed or denied, and not let in again by a host since. */
  readonly barred: boolean;
  readonly firstTokenAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** After as many denials the person is not asked about again. */
export const finalDenial = 3;
/** Silence after which somebody who waits has left the line. */
export const patienceSeconds = 120;
/** Silence after which an embedded presence is over. */
export const presenceSeconds = 90;
export const heartbeatSeconds = 30;
/** How long a join token opens the room (MTG-60). */
export const joinTokenSeconds = 600;

/** Whether nobody has decided about it yet. */
export const isNew = ({ version }: Pick<Admission, 'version'>): boolean => version === 0;
/** Whether somebody has given no sign of life for as long as the line has patience. */
export const isSilent = ({ lastSeenAt }: Pick<Admission, 'lastSeenAt'>, now: Instant): boolean =>
  secondsBetween(lastSeenAt, now) > patienceSeconds;
export const isWaiting = ({ status }: Pick<Admission, 'status'>): boolean =>
  status === 'waiting' || status === 'waiting_for_host';
export const isOpen = (admission: Pick<Admission, 'status'>): boolean =>
  isWaiting(admission) || admission.status === 'admitted';
