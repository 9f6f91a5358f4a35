import { machine } from '../../kernel/machine.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import { admissionInvalidState } from '../errors.ts';
import type { MeetingRole } from '../meeting.ts';

export const admissionIdentities = ['member', 'invitation', 'registration', 'anonymous'] as const;
export type AdmissionIdentity = (typeof admissionIdentities)[number];
export const waitReasons = [
  'not_started',
  'policy',
  'invitation_policy',
  'removed_before',
  'locked',
  'full',
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** What the admission rules decide about whoever asks to enter. */
const byTheRules = {
  let_in: 'admitted',
  ask: 'waiting',
  ask_early: 'waiting_for_host',
  turn_away: 'denied',
} as const;

/** One person's attempt to enter one session (meetings 4.4). Whoever left or expired may ask again. */
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
  /** The same for each way in which this person enters this way; a session has one admission for each key. */
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

/** After this many denials hosts are not asked about the person again. */
export const finalDenial = 3;
/** After this many seconds of silence somebody who waits leaves the line. */
export const patienceSeconds = 120;
/** After this many seconds of silence an embedded presence ends. */
export const presenceSeconds = 90;
export const heartbeatSeconds = 30;
/** How long a join token is valid (MTG-60). */
export const joinTokenSeconds = 600;

/** Whether nobody has decided about it yet. */
export const isNew = ({ version }: Pick<Admission, 'version'>): boolean => version === 0;
/** Whether somebody has given no sign of life for longer than `patienceSeconds`. */
export const isSilent = ({ lastSeenAt }: Pick<Admission, 'lastSeenAt'>, now: Instant): boolean =>
  secondsBetween(lastSeenAt, now) > patienceSeconds;
export const isWaiting = ({ status }: Pick<Admission, 'status'>): boolean =>
  status === 'waiting' || status === 'waiting_for_host';
export const isOpen = (admission: Pick<Admission, 'status'>): boolean =>
  isWaiting(admission) || admission.status === 'admitted';
