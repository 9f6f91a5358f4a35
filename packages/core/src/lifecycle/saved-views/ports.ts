import type { Instant } from '../../kernel/time.ts';
import type { SavedView } from './saved-view.ts';

/** The saved views of this workspace; people see their own, and those that are shared. */
export interface SavedViewRepository {
  /** Whoever saves a view next waits for the end of the transaction, so that names and numbers hold. */
  lock(): Promise<void>;
  /** Those that a person sees, by name. */
  listFor(userId: string): Promise<readonly SavedView[]>;
  /** The view as a person sees it, or `view.not_found`. */
  see(id: string, userId: string): Promise<SavedView>;
  /** How many a person has, and how many are shared by anybody. */
  counts(userId: string): Promise<{ readonly own: number; readonly shared: number }>;
  /** Whether a person has another view of this name, whatever its case. */
  isNamed(userId: string, name: string, exceptId: string | null): Promise<boolean>;
  add(view: SavedView): Promise<void>;
  /** Stores the view as the version after `view.version`; throws `version_conflict`. */
  save(view: SavedView): Promise<SavedView>;
  /** Of a person no other view is the default any more. */
  clearDefault(userId: string, exceptId: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** Gives the shared views of one person to another. */
  handOver(userId: string, heirUserId: string, at: Instant): Promise<void>;
  /** Deletes the private views of a person; how many these were. */
  forget(userId: string): Promise<number>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
}
