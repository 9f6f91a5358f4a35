import type { FailureType } from '../../kernel/errors.ts';
import { rateLimited } from '../../kernel/errors.ts';
import { linkGone } from '../../kernel/links.ts';
import {
  meetingNotFound,
  meetingNotJoinable,
  occurrenceNotStarted,
  passcodeInvalid,
  passcodeRequired,
  registrationRequired,
} from '../errors.ts';
import type { MeetingInvitation, MeetingRole, MeetingSettings } from '../meeting.ts';
import type { AdmissionIdentity, WaitReason } from './admission.ts';

/** Everything that decides whether somebody who asks to enter is admitted (meetings 6.2). */
export interface AdmissionRequest {
  /**
   * `none`: there is no such code, or the meeting is archived. `closed`: it is cancelled, or over with no session to
   * come.
   */
  readonly entry: 'none' | 'closed' | 'open';
  /** Of an invitation or registration link: `gone` once revoked, declined or cancelled. */
  readonly link: 'none' | 'good' | 'gone';
  readonly isWebinar: boolean;
  readonly identity: AdmissionIdentity;
  /** Whether they have an invitation of their own, as a member or by its link; true for the organizer too. */
  readonly isInvited: boolean;
  readonly passcode: 'unset' | 'missing' | 'wrong' | 'throttled' | 'right';
  readonly role: MeetingRole;
  /**
   * What hosts decided about this person in this session and have not taken back; `denied_for_good` after the third
   * denial.
   */
  readonly history: 'none' | 'removed_or_denied' | 'denied_for_good';
  /** Somebody was removed from this session who might come back without a name. */
  readonly mayBeSomebodyRemoved: boolean;
  /** `early`: the session is not live, but people may enter before the host. */
  readonly session: 'live' | 'early' | 'closed';
  /** A host has locked the room: nobody but hosts comes in by a rule (MTG-107). */
  readonly isLocked: boolean;
  readonly isFull: boolean;
  readonly policy: MeetingInvitation['admissionPolicy'];
  readonly admission: MeetingSettings['admission'];
  /** The invitation was declined, for this session or altogether. */
  readonly hasDeclined: boolean;
}

export interface Refusal {
  readonly kind: 'refused';
  readonly failure: FailureType;
}
export type Verdict =
  | Refusal
  | { readonly kind: 'admitted' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'waiting_for_host'; readonly reason: 'not_started' }
  | { readonly kind: 'waiting'; readonly reason: Exclude<WaitReason, 'not_started'> };

const refused = (failure: FailureType): Refusal => ({ kind: 'refused', failure });
const waiting = (reason: Exclude<WaitReason, 'not_started'>): Verdict => ({ kind: 'waiting', reason });
const admitted: Verdict = { kind: 'admitted' };
const waitingForHost: Verdict = { kind: 'waiting_for_host', reason: 'not_started' };

/** Table 6.2: the first row that matches decides. */
export function decideAdmission(request: AdmissionRequest): Verdict {
  return refusalOf(request) ?? decisionOfHost(request) ?? decideAgain(request);
}

/** Rows 1 to 5: what does not depend on the session. */
export function refusalOf({
  entry,
  link,
  isWebinar,
  identity,
  isInvited,
  passcode,
}: Pick<
  AdmissionRequest,
  'entry' | 'link' | 'isWebinar' | 'identity' | 'isInvited' | 'passcode'
>): Refusal | null {
  if (entry === 'none') return refused(meetingNotFound);
  if (entry === 'closed') return refused(meetingNotJoinable);
  if (link === 'gone') return refused(linkGone);
  if (isWebinar && identity === 'anonymous') return refused(registrationRequired);
  const needsPasscode = identity === 'anonymous' || (identity === 'member' && !isInvited);
  if (!needsPasscode) return null;
  if (passcode === 'missing') return refused(passcodeRequired);
  if (passcode === 'wrong') return refused(passcodeInvalid);
  return passcode === 'throttled' ? refused(rateLimited) : null;
}

export const runsTheRoom = (role: MeetingRole): boolean => role === 'host' || role === 'co_host';

/** Row 6: hosts have to start the session; in a live one they are admitted. */
function decisionOfHost({ role, session, identity }: AdmissionRequest): Verdict | null {
  if (!runsTheRoom(role)) return null;
  if (session === 'live') return admitted;
  return identity === 'member' ? refused(occurrenceNotStarted) : waitingForHost;
}

/** Rows 7 to 16: they also decide about those who waited for the host when the session starts. */
export function decideAgain(request: AdmissionRequest): Verdict {
  const { history, identity, mayBeSomebodyRemoved, session, isLocked, isFull, policy } = request;
  if (history === 'denied_for_good') return { kind: 'denied' };
  if (history === 'removed_or_denied') return waiting('removed_before');
  if (identity === 'anonymous' && mayBeSomebodyRemoved) return waiting('removed_before');
  if (session === 'closed') return waitingForHost;
  if (isLocked) return waiting('locked');
  if (isFull) return waiting('full');
  if (policy === 'waiting_room') return waiting('invitation_policy');
  if (policy === 'trusted_bypass') return admitted;
  return passesBy(request) ? admitted : waiting('policy');
}

/** Rows 13 to 15: whom the meeting's own setting admits. */
function passesBy({ admission, identity, isInvited, hasDeclined }: AdmissionRequest): boolean {
  if (admission === 'open') return true;
  if (admission === 'members') return identity !== 'anonymous';
  if (admission === 'hosts') return false;
  return identity === 'registration' || (isInvited && !hasDeclined);
}
