import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { MeetingInvitation, MeetingRole } from '../meeting.ts';
import type { MeetingPerson } from '../meeting-person.ts';
import type { Admission, AdmissionStatus } from './admission.ts';

/** What hosts decided about a person in one session, whichever way the person came. */
export interface AdmissionHistory {
  /** The person's admission for this way in. */
  readonly admission: Admission | null;
  readonly barred: boolean;
  readonly denialCount: number;
  /** Somebody else was removed from the session and has not been admitted again. */
  readonly somebodyRemoved: boolean;
}

/** Somebody in the line, with what decides about them when the session starts. */
export interface WaitingParticipant {
  readonly admission: Admission;
  readonly isInvited: boolean;
  readonly policy: MeetingInvitation['admissionPolicy'];
  readonly hasDeclined: boolean;
  /** The role that the invitation gives today. */
  readonly role: MeetingRole;
  /** Somebody else was removed from the session and has not been admitted again. */
  readonly somebodyRemoved: boolean;
  /** Whether they are still the member, invitee or approved registrant as whom they came. */
  readonly isKnown: boolean;
}

export interface ListedAdmission {
  readonly admission: Admission;
  readonly person: MeetingPerson;
  readonly decidedBy: MeetingPerson | null;
  readonly position: number | null;
}

/** Admissions to the sessions of this workspace. */
export interface AdmissionRepository {
  /**
   * What is known of a person; `personKeys` has the key of this way in first, then those of the other ways. The person is
   * locked until the end of the transaction, so that two devices that ask at once share one admission.
   */
  historyOf(sessionId: string, personKeys: readonly string[]): Promise<AdmissionHistory>;
  /** Writes the admission as the version after its own, a new one as version 1, or throws `admission.invalid_state`. */
  save(admission: Admission): Promise<Admission>;
  /** One admission of a session, locked until the end of the transaction, or `admission.not_found`. */
  get(sessionId: string, admissionId: string): Promise<Admission>;
  /** Those who wait first, in order of arrival, then the others in the same order; after the cursor key. */
  list(
    sessionId: string,
    statuses: readonly AdmissionStatus[] | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly (ListedAdmission & { readonly key: CursorKey })[]>;
  /** Open admissions of the same person for other ways in, locked. */
  siblingsOf(admission: Admission): Promise<readonly Admission[]>;
  /** Open admissions by an invitation or a registration; their sessions are locked before them. */
  openOfLink(link: {
    readonly kind: 'invitation' | 'registration';
    readonly id: string;
  }): Promise<readonly Admission[]>;
  /** Those in the line, oldest first, locked. */
  waiting(sessionId: string): Promise<readonly Admission[]>;
  countWaiting(sessionId: string): Promise<number>;
  /** Those who wait for the host, or because the room is locked, in order of arrival; locked until the end of the transaction. */
  waitingParticipants(
    sessionId: string,
    waitedFor: 'not_started' | 'locked',
  ): Promise<readonly WaitingParticipant[]>;
  /** Somebody with what decides about them, locked until the end of the transaction. */
  waitingParticipant(admissionId: string): Promise<WaitingParticipant | null>;
  trustInvitation(invitationId: string, now: Instant): Promise<boolean>;
}
