import type { AvailabilityBlock, Span } from './block.ts';

/** A session that keeps somebody busy: scheduled or live, and not declined. */
export interface BusyMeeting extends Span {
  readonly userId: string;
  readonly meetingId: string;
  /** Null unless the viewer may see the meeting: they organize it, are invited, or it is open to the workspace. */
  readonly visibleTitle: string | null;
}

/** The blocks and busy times of the members in the workspace of this transaction. */
export interface AvailabilityRepository {
  add(block: AvailabilityBlock): Promise<void>;
  /** How many blocks a person has. */
  count(userId: string): Promise<number>;
  /** The caller's own block, or `availability_block.not_found`. */
  ownBlock(id: string, userId: string): Promise<AvailabilityBlock>;
  remove(id: string): Promise<void>;
  /** Blocks that may have a time within one of the spans, in no promised order. */
  touching(userIds: readonly string[], spans: readonly Span[]): Promise<readonly AvailabilityBlock[]>;
  /** Every block of working hours of a person. */
  workingHours(userId: string): Promise<readonly AvailabilityBlock[]>;
  /** The meetings within one of the spans, each once, without those of the given join chain; spans are half-open (MTG-89). */
  busyMeetings(
    userIds: readonly string[],
    spans: readonly Span[],
    view: { readonly viewerUserId: string; readonly exceptChainId: string | null },
  ): Promise<readonly BusyMeeting[]>;
  /** The join chain of a meeting that the viewer is in or that is open to the workspace; null for any other. */
  chainOf(meetingId: string, viewerUserId: string): Promise<string | null>;
  /** Deletes all blocks of a person, and returns how many there were. */
  removeAllOf(userId: string): Promise<number>;
}
