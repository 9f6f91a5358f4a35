import type { Role } from '../../kernel/access.ts';
import type { PlanTerms } from '../../kernel/entitlements.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { RoomSession } from './session-ports.ts';

/** Who says to be there: a signed-in person, or the digest of a link's token. */
export interface Visitor {
  readonly userId: string | null;
  readonly inviteHash: string | null;
  readonly registrationHash: string | null;
}

/** What stands at the door of a join code. */
export interface JoinCodePreview
  extends Pick<Meeting, 'title' | 'meetingType' | 'status' | 'timeZone' | 'settings' | 'passcodeHash'> {
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly workspaceName: string;
}

/** Everything about a code, its meeting and one visitor that the decision of section 6 looks at. */
export interface AdmissionBasis {
  readonly workspace: { readonly planCode: string; readonly planTerms: PlanTerms };
  readonly meeting: Pick<
    Meeting,
    | 'id'
    | 'chainId'
    | 'meetingType'
    | 'status'
    | 'title'
    | 'settings'
    | 'organizerUserId'
    | 'passcodeHash'
    | 'conferenceProvider'
  >;
  /** The live one, else the one asked for, else the next of the coming day; null where there is none. */
  readonly session: RoomSession | null;
  /** The start of the next one, however far. */
  readonly nextStartsAt: Instant | null;
  /** The visitor as an active member of the workspace. */
  readonly member: { readonly userId: string; readonly displayName: string; readonly role: Role } | null;
  /** Of the member, else of the link; `gone` where the link's was revoked or replaced. */
  readonly invitation:
    | (Pick<MeetingInvitation, 'id' | 'userId' | 'displayName' | 'role' | 'admissionPolicy'> & {
        readonly hasDeclined: boolean;
      })
    | 'gone'
    | null;
  readonly registration: {
    readonly id: string;
    readonly displayName: string;
    readonly status: string;
  } | null;
  /** Whether each link that was shown is known at all. */
  readonly linksKnown: boolean;
}

/** What a join code leads to. */
export interface JoinCodeRepository {
  /** What a stranger may know of a code: of its live session, else the next, else the last (MTG-25). Null where it leads nowhere. */
  preview(joinCode: string, now: Instant): Promise<JoinCodePreview | null>;
  /** What a join code leads this visitor to; null where it leads nowhere. `sessionId` is what the visitor asked for. */
  admissionBasisOf(
    joinCode: string,
    sessionId: string | null,
    visitor: Visitor,
    now: Instant,
  ): Promise<AdmissionBasis | null>;
}

/** Attempts at the passcode of a join code: each is counted before it is examined (MTG-56). */
export interface PasscodeAttemptRepository {
  /** Where the meeting of a passcode stands; null for no such code. */
  passcodeOf(
    joinCode: string,
  ): Promise<{ readonly chainId: string; readonly passcodeHash: string | null } | null>;
  /** Counts a try before it is examined; what is left after it, or when one may try again. */
  begin(attempt: {
    readonly id: string;
    readonly chainId: string;
    readonly network: string;
    readonly now: Instant;
    readonly mostOfNetwork: number;
    readonly mostOfCode: number;
  }): Promise<{ readonly allowed: boolean; readonly remaining: number; readonly retryAfterSeconds: number }>;
  settle(id: string, outcome: 'right' | 'wrong'): Promise<void>;
}
