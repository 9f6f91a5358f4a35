import type { ByteSource } from '../kernel/ports.ts';

/** A text on a page that says where a field is (SIG-34). */
export interface Anchor {
  readonly text: string;
  /** Which of the places where the text is, from 1 on. */
  readonly occurrence: number;
}

/** Where the line begins that holds the text: the top left corner of its box, in fractions of the page as it is shown. */
export interface FoundAnchor {
  /** Counted from 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface AnchorFinder {
  /**
   * Looks for the texts in the text layer of a PDF, with blanks collapsed and the case as given; for each anchor where it
   * is, or null if it is not there. A file whose text cannot be read has none. Fails with `dependency.unavailable` while
   * no process is free.
   */
  find(
    content: ByteSource,
    anchors: readonly Anchor[],
    signal?: AbortSignal,
  ): Promise<readonly (FoundAnchor | null)[]>;
}
