import type { CursorKey } from '../../kernel/pages.ts';
import type { Viewer } from '../viewer.ts';
import type { CountedFolder, Folder, FolderCounts } from './folder.ts';

/** One step from the root to a thing. */
export interface Breadcrumb {
  readonly id: string;
  readonly name: string;
}

/** Which folders a list shows. */
export interface FolderFilter {
  readonly viewer: Viewer;
  /** Null is the root. */
  readonly parentId: string | null;
  /** Words that the name must all contain; then all levels below the parent count. */
  readonly words: readonly string[];
  /** Whether archived folders are shown too. */
  readonly archivedToo: boolean;
}

/** Folders of the workspace of the transaction. A guest sees those that lead to a document that names them. */
export interface FolderRepository {
  add(folder: Folder): Promise<void>;
  /** The folder, or `folder.not_found`. */
  see(id: string, viewer: Viewer): Promise<CountedFolder>;
  /** The folder, or `folder.not_found`, without what it takes to count what lies below. */
  get(id: string): Promise<Folder>;
  /** Stores the folder as the version after `folder.version`, or throws `version_conflict`. */
  save(folder: Folder): Promise<Folder>;
  /** By name, then id, after the cursor key [name as it sorts, id]; `limit + 1` rows mean that there are more. */
  list(
    filter: FolderFilter,
    after: CursorKey<readonly ['text', 'id']> | null,
    limit: number,
  ): Promise<readonly (CountedFolder & { readonly sortName: string })[]>;
  counts(id: string, viewer: Viewer): Promise<FolderCounts>;
  /** Whether an active folder beside it has this name, without case and accents. */
  isNameTaken(parentId: string | null, name: string, exceptId: string | null): Promise<boolean>;
  /** How many active folders lie directly in this one, without that one. */
  countIn(parentId: string | null, exceptId: string | null): Promise<number>;
}

/** Which folder lies in which. */
export interface FolderTree {
  /** Waits until nobody else changes the tree; until the transaction ends nobody else does. */
  lock(): Promise<void>;
  /** The folders above and this one, the uppermost first. */
  path(id: string): Promise<readonly Breadcrumb[]>;
  isBelow(id: string, ancestorId: string): Promise<boolean>;
  /** How many levels lie below the folder. */
  levelsBelow(id: string): Promise<number>;
  /** Puts the folder, with all below it, under another one, or in the root. */
  replant(id: string, parentId: string | null): Promise<void>;
  /** Notes anew for the folder and all below whether one above is archived. */
  rehide(id: string): Promise<void>;
}
