import type { Addendum } from './addendum.ts';

/** What was added to signed entries, in the workspace of this transaction. It never changes. */
export interface AddendumRepository {
  add(addendum: Addendum): Promise<void>;
  /** All addenda of an entry, the oldest first. */
  of(entryId: string): Promise<readonly Addendum[]>;
  /** Those of several entries, the oldest first. */
  ofEntries(entryIds: readonly string[]): Promise<readonly Addendum[]>;
  /** Those with these ids. */
  withIds(ids: readonly string[]): Promise<readonly Addendum[]>;
  /** How many each of these entries has; one without any is left out. */
  countsOf(entryIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
