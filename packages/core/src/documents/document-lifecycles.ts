import type { Part } from '../kernel/context-ports.ts';
import type { Instant, PlainDate } from '../kernel/time.ts';
import { type DocumentHolds, heldAmong } from './document-holds.ts';

/** What can be said of a document on a day (lifecycle 3.1). No action sets it: it is read off the dates. */
export const lifecycleStatuses = [
  'untracked',
  'no_expiration',
  'needs_date',
  'needs_confirmation',
  'current',
  'expiring_soon',
  'in_grace',
  'expired',
  'superseded',
  'disposed',
] as const;
export type LifecycleStatus = (typeof lifecycleStatuses)[number];

/** What answers say in short about until when a document is valid. */
export interface LifecycleSummary {
  /** Who keeps it in force; null if nobody was named. */
  readonly ownerUserId: string | null;
  /** Null while nothing was said that its validity could be read off. */
  readonly status: LifecycleStatus | null;
  readonly expiresOn: PlainDate | null;
}

/** What one context says about until when documents are valid. */
export interface DocumentLifecycles {
  readonly context: string;
  /** Those of these documents at this moment, asked once for a whole list. */
  of(documentIds: readonly string[], now: Instant): Promise<ReadonlyMap<string, LifecycleSummary>>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface DocumentLifecyclesPart extends Part {
  readonly kind: 'document_lifecycles';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentLifecycles;
}

/** The same with whether a hold forbids to trash or destroy the document. */
export type ShortLifecycle = LifecycleSummary & { readonly held: boolean };

interface Asked {
  readonly documentHolds: readonly DocumentHolds[];
  readonly documentLifecycles: readonly DocumentLifecycles[];
}

/** The lives of these documents in short; nothing was ever said about one where no context knows of it. */
export async function shortLifecycles(
  documentIds: readonly string[],
  { documentHolds, documentLifecycles }: Asked,
  now: Instant,
): Promise<(documentId: string) => ShortLifecycle> {
  const asked = documentIds.length === 0 ? [] : documentLifecycles;
  const [held, ...answers] = await Promise.all([
    heldAmong(documentHolds, documentIds),
    ...asked.map(({ of }) => of(documentIds, now)),
  ]);
  const summaries = new Map(answers.flatMap((answer) => [...answer]));
  const nothing: LifecycleSummary = { ownerUserId: null, status: null, expiresOn: null };
  return (id) => ({ ...(summaries.get(id) ?? nothing), held: held.has(id) });
}

/** That of one document. */
export async function shortLifecycle(
  documentId: string,
  asked: Asked,
  now: Instant,
): Promise<ShortLifecycle> {
  const lifecycleOf = await shortLifecycles([documentId], asked, now);
  return lifecycleOf(documentId);
}
