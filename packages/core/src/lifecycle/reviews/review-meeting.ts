import type { Instant } from '../../kernel/time.ts';

/** What links a meeting to the document that people look at in it (lifecycle 2.13). The meeting itself says the rest. */
export interface ReviewMeeting {
  readonly id: string;
  readonly documentId: string;
  /** The renewal that it is about; null for none. */
  readonly renewalCaseId: string | null;
  readonly meetingId: string;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
}

/** A meeting as the renewal shows it that it is about. */
export interface ReviewOfRenewal extends Pick<ReviewMeeting, 'id' | 'meetingId'> {
  /** When it starts by now, even if somebody has moved it since. */
  readonly scheduledStartAt: Instant;
}

/** The review meetings of this workspace; they go with their documents. */
export interface ReviewMeetingRepository {
  /** Whoever calls has locked the document, and has scheduled the meeting in the same transaction. */
  add(reviewMeeting: ReviewMeeting): Promise<void>;
}
