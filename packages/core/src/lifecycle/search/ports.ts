import type { Viewer } from '../../documents/index.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { BoardStanding } from '../dashboard/ports.ts';
import type { LifecycleStatus } from '../dates/status.ts';
import type { Identifier, PrintedNumber } from '../lifecycles/lifecycle.ts';
import type { RiskCode } from '../risks/risk.ts';
import type { SearchTerms } from './search-terms.ts';

export const searchSorts = ['relevance', 'expiresOn', 'updatedAt', 'name'] as const;
export type SearchSort = (typeof searchSorts)[number];
/** What the documents of an answer can be counted by. */
export const searchFacets = ['status', 'type', 'owner', 'risk', 'signatureStatus'] as const;
export type SearchFacet = (typeof searchFacets)[number];

/** What is left out is no filter. Of a list one value has to fit. */
export interface SearchFilter {
  readonly status?: readonly LifecycleStatus[];
  readonly type?: readonly string[];
  readonly owner?: readonly string[];
  /** With all folders below them. */
  readonly folder?: readonly string[];
  readonly policy?: readonly string[];
  readonly signatureStatus?: readonly string[];
  readonly tag?: readonly string[];
  readonly risk?: readonly RiskCode[];
  readonly held?: boolean;
  readonly expiresFrom?: PlainDate;
  readonly expiresTo?: PlainDate;
  readonly createdFrom?: Instant;
  /** Created before this instant. */
  readonly createdTo?: Instant;
  /** Parts of numbers that documents carry. */
  readonly identifier?: readonly PrintedNumber[];
}

/** Which documents somebody looks for. */
export interface Searching extends BoardStanding {
  readonly viewer: Viewer;
  readonly terms: SearchTerms;
  readonly filter: SearchFilter;
}

/** A document that was found, with what its words may stand in. */
export interface FoundDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly fileName: string;
  readonly tags: readonly string[];
  readonly identifiers: readonly Identifier[];
  /** In millionths. */
  readonly score: number;
  /** What it is sorted by, as a cursor holds it; null of a document without a date. */
  readonly sortedBy: string | null;
}

export interface FacetCount {
  /** Null of documents that have none. */
  readonly value: string | null;
  readonly count: number;
}

/** Some text of a document, in which a term was found. */
export interface Passage {
  readonly documentId: string;
  /** Null of text without pages. */
  readonly page: number | null;
  readonly body: string;
}

/** What is kept of the text of a document to find it by. */
export interface KeptText {
  /** Null of text without pages. */
  readonly page: number | null;
  readonly body: string;
}

export type FoundKey = readonly [sortedBy: string | null, id: string];

/** How many documents are counted at most. */
export const mostCountedHits = 10_000;

/**
 * Finds documents of this workspace by what they say and by what is said about them; what the viewer does not see is neither
 * found nor counted. What takes longer than two seconds ends with `search.too_broad`.
 */
export interface DocumentSearch {
  /** In this order, after this key; `limit + 1` rows mean that there are more. */
  find(
    searching: Searching,
    sort: SearchSort,
    after: FoundKey | null,
    limit: number,
  ): Promise<readonly FoundDocument[]>;
  /** How many are found, up to one more than `mostCountedHits`. */
  total(searching: Searching): Promise<number>;
  /** How many have which value, without the filter by it; the most frequent first, at most fifty. */
  counts(searching: Searching, facet: SearchFacet): Promise<readonly FacetCount[]>;
  /** Of each of these documents the first passage with one of these words or phrases. */
  passages(documentIds: readonly string[], terms: readonly string[]): Promise<readonly Passage[]>;
  /** Puts these pages in the place of those with the same numbers. The caller has locked the document. */
  keep(documentId: string, texts: readonly KeptText[]): Promise<void>;
  /** Notes whether somebody still has to look for the text of these documents. */
  note(documentIds: readonly string[], unread: boolean): Promise<void>;
  /** Destroys what is kept of the text of a document. */
  forget(documentId: string): Promise<void>;
  /** Removes all, for the closure of the workspace. */
  purge(): Promise<void>;
}

export interface UnreadDocument {
  readonly workspaceId: string;
  readonly documentId: string;
}

/** Answers the sweep across all workspaces. */
export interface TextSweep {
  /** Documents whose text nobody has looked for yet, by id, after this one. */
  unread(after: string | null, limit: number): Promise<readonly UnreadDocument[]>;
}
