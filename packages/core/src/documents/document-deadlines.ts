import type { Part } from '../kernel/context-ports.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import type { Document } from './document.ts';

/** What one context knows of the deadline of a document. */
export interface DocumentDeadlines {
  readonly context: string;
  /**
   * Moves the deadline of the signing that is under way to a later instant; the caller has locked the document. Throws
   * `document.invalid_state` if none is under way, and names the field if the instant is not later or too far ahead.
   */
  move(document: Document, deadlineAt: Instant, context: Pick<WritingContext, 'now' | 'emit'>): Promise<void>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface DocumentDeadlinesPart extends Part {
  readonly kind: 'document_deadlines';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentDeadlines;
}
