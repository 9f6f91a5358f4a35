import type { Role } from '../../kernel/access.ts';
import type { PlanTerms } from '../../kernel/entitlements.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { RoomSession } from './session-ports.ts';

/** Who asks to enter: a signed-in person, or the holder of a link, by the digest of its token. */
export interface Visitor {
  readonly userId: string | null;
  readonly inviteHash: string | null;
  readonly registrationHash: string | null;
}

/** What a stranger may know of a join code. */
export interface JoinCodePreview
  extends Pick<Meeting, 'title' | 'meetingType' | 'status' | 'timeZone' | 'settings' | 'passcodeHash'> {
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly workspaceName: string;
  readonly workspaceLogoUrl: string | null;
}

/** Everything about a code, its meeting and one visitor that decides about entering (meetings 6). */
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
  /** The live session, else the requested one, else the next of the coming day; null if there is none. */
  readonly session: RoomSession | null;
  /** The start of the next session, however far ahead. */
  readonly nextStartsAt: Instant | null;
  /** The visitor as an active member of the workspace. */
  readonly member: { readonly userId: string; readonly displayName: string; readonly role: Role } | null;
  /** The invitation of the member, else that of the link; why the link is gone if it was revoked or replaced. */
  readonly invitation:
    | (Pick<MeetingInvitation, 'id' | 'userId' | 'displayName' | 'role' | 'admissionPolicy'> & {
        readonly hasDeclined: boolean;
      })
    | 'revoked'
    | 'superseded'
    | null;
  readonly registration: {
    readonly id: string;
    readonly displayName: string;
    readonly status: string;
  } | null;
  /** Whether every link that was sent is known. */
  readonly linksKnown: boolean;
}

/** What a join code leads to. */
export interface JoinCodeRepository {
  /**
   * What a stranger may know of a code, about its live session, else the next, else the last (MTG-25). Null if it leads
   * nowhere.
   */
  preview(joinCode: string, now: Instant): Promise<JoinCodePreview | null>;
  /**
   * What decides about this visitor of a join code; null if the code leads nowhere. `sessionId` is the session that the
   * visitor asked for.
   */
  admissionBasisOf(
    joinCode: string,
    sessionId: string | null,
    visitor: Visitor,
    now: Instant,
  ): Promise<AdmissionBasis | null>;
}

/** Attempts at the passcode of a join code: each is counted before it is examined (MTG-56). */
export interface PasscodeAttemptRepository {
  /** The chain and the passcode of a join code; null if there is no such code. */
  passcodeOf(
    joinCode: string,
  ): Promise<{ readonly chainId: string; readonly passcodeHash: string | null } | null>;
  /** Counts an attempt before it is checked. Returns how many are left after it, or when the next one is allowed. */
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
