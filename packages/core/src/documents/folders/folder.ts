import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { folderArchived } from '../errors.ts';

/** The life of a folder (documents 3.2). Archiving hides it with all that lies below, and changes no document. */
export const folderStates = machine(folderArchived, ['active'], {
  active: { edit: 'active', archive: 'archived' },
  archived: { restore: 'active' },
});

/** The deepest level; the first is 0. */
export const deepestLevel = 9;
export const mostFoldersInFolder = 5000;

export interface Folder {
  readonly id: string;
  /** Unique among the active folders beside it, without case and accents. */
  readonly name: string;
  readonly parentId: string | null;
  /** How many folders lie above it. */
  readonly depth: number;
  readonly status: (typeof folderStates.states)[number];
  /** The folder or one above it is archived. */
  readonly isHidden: boolean;
  readonly archivedAt: Instant | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What somebody sees below a folder, each counted up to 1,000 (LIB-17). */
export interface FolderCounts {
  readonly folderCount: number;
  readonly documentCount: number;
}
export type CountedFolder = Folder & FolderCounts;

export const archived = (folder: Folder, at: Instant): Folder => ({
  ...folder,
  status: folderStates.next(folder.status, 'archive'),
  isHidden: true,
  archivedAt: at,
  updatedAt: at,
});

export const unarchived = (folder: Folder, at: Instant): Folder => ({
  ...folder,
  status: folderStates.next(folder.status, 'restore'),
  isHidden: false,
  archivedAt: null,
  updatedAt: at,
});
