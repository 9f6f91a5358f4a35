import type { Viewer } from '../../documents/index.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { NamedThings } from '../named-things.ts';
import type { DocumentType, DocumentTypeStatus } from './document-type.ts';

/** The document types of the workspace of this transaction. */
export interface DocumentTypeRepository extends NamedThings {
  add(types: readonly DocumentType[]): Promise<void>;
  /** The type, even if it is archived, or `type.not_found`. With a lock, changes of it wait for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<DocumentType>;
  /** Whether documents may be given it; null if there is no such type. */
  statusOf(id: string): Promise<DocumentTypeStatus | null>;
  /** Stores it as the version after `type.version`, or throws `version_conflict`. */
  save(type: DocumentType): Promise<DocumentType>;
  /** Of these keys, those that a type has. */
  takenKeys(keys: readonly string[]): Promise<readonly string[]>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
  /** By name, then id, after the cursor key; `limit + 1` rows mean that there are more. */
  list(
    status: DocumentTypeStatus | 'all',
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly DocumentType[]>;
  /** How many active documents of each type somebody sees, counted up to `most`. */
  documentCounts(ids: readonly string[], viewer: Viewer, most: number): Promise<ReadonlyMap<string, number>>;
}
