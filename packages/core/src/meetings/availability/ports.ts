import type { AvailabilityBlock, Span } from './block.ts';

/** A session that keeps somebody busy: scheduled or live, and not declined. */
export interface BusyMeeting extends Span {
  readonly userId: string;
  readonly meetingId: string;
  /** Null unless the viewer may see the meeting: it is theirs, they are invited, or it is open to the workspace. */
  readonly visibleTitle: string | null;
}

/** Blocks and busy times of the members of the workspace of this unit. */
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
  /** Within one of the spans, each once; half-open (MTG-89), meetings of one join chain left out. */
  busyMeetings(
    userIds: readonly string[],
    spans: readonly Span[],
    view: { readonly viewerUserId: string; readonly exceptChainId: string | null },
  ): Promise<readonly BusyMeeting[]>;
  /** The join chain of a meeting; null for one that is not of this workspace. */
  chainOf(meetingId: string): Promise<string | null>;
  /** Deletes all blocks of a person; how many. */
  removeAllOf(userId: string): Promise<number>;
}
