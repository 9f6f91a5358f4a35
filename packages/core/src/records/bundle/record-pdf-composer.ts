import type { ByteSource } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';

/** One piece of a bundle, below the one before it. */
export type BundleBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'text'; readonly text: string; readonly isStruck: boolean }
  /** Rows under a head that every page of it begins with. The widths of the columns are parts of that of the page. */
  | {
      readonly kind: 'table';
      readonly columns: readonly { readonly title: string; readonly width: number }[];
      readonly rows: readonly (readonly string[])[];
    }
  /** A file by its place among those that are given along; `otherwise` is said where it cannot be shown. */
  | {
      readonly kind: 'file';
      readonly source: number;
      readonly form: 'pdf' | 'png' | 'jpeg';
      readonly otherwise: string;
    };

/** A part of a bundle; one of the first level begins a page. */
export interface BundleSection {
  readonly title: string;
  readonly level: 1 | 2;
  readonly blocks: readonly BundleBlock[];
}

/** All that is written in a bundle, in the words in which it is written. */
export interface BundleModel {
  readonly title: string;
  readonly at: Instant;
  /** Null where there is neither cover nor contents. */
  readonly cover: readonly BundleBlock[] | null;
  /** What stands above the table of contents; null for none. */
  readonly contents: string | null;
  readonly sections: readonly BundleSection[];
  /** What stands at the foot of every page, around its number. */
  readonly stamp: {
    readonly before: string;
    readonly page: string;
    readonly of: string;
    readonly after: string;
  };
  /** What goes with the PDF for machines, as a file in it; left out: nothing. */
  readonly attached?: {
    readonly fileName: string;
    readonly mediaType: string;
    readonly description: string;
    readonly text: string;
  };
}

export interface ComposedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** Composes PDFs about records (records 11). */
export interface RecordPdfComposer {
  /**
   * The same bytes for the same model and files. Every page is stamped, those of files too, whose content nothing covers;
   * characters that no font has are written as their numbers (REC-64). Throws `BundleTooLarge` if it has more pages than
   * that, takes more than a process may use, or more than a minute, in which no wait for a process counts;
   * `dependency.unavailable` while no process is free.
   */
  bundle(model: BundleModel, files: readonly ByteSource[], mostPages: number): Promise<ComposedPdf>;
}

export class BundleTooLarge extends Error {
  override readonly name = 'BundleTooLarge';
}
