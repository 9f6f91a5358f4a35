import { multiline } from '../kernel/shapes.ts';
import type { Document } from './document.ts';
import type { Viewer } from './viewer.ts';

/** What a list of documents can show (LIB-1). */
export const scopes = ['workspace', 'mine', 'shared', 'signing', 'trash', 'quarantine'] as const;
export type Scope = (typeof scopes)[number];
export const sorts = ['name', 'updatedAt', 'createdAt', 'sizeBytes', 'expiresOn'] as const;
export type Sort = (typeof sorts)[number];

/** Which documents are asked for, and in which order. */
export interface Browsing {
  readonly viewer: Viewer;
  readonly scope: Scope;
  /** `anywhere` is every folder and none. Null is the root. With words, the folders below count too. */
  readonly folderId: string | 'anywhere' | null;
  /** Each of them has to be found. */
  readonly words: readonly string[];
  readonly signatureStatus: Document['signatureStatus'] | null;
  readonly documentTypeId: string | null;
  readonly tag: string | null;
  readonly sort: Sort;
  readonly isDescending: boolean;
}

export const mostSearchCharacters = 200;
export const searchText = () => multiline(mostSearchCharacters);

/** The words of a search, each once. */
export const wordsOf = (search: string): readonly string[] => [
  ...new Set(search.split(/\s+/u).filter((word) => word !== '')),
];
