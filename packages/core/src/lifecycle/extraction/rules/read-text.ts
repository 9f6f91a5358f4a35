import type { PlainDate } from '../../../kernel/time.ts';
import type { TextRange } from './ranges.ts';

/** How the text of a page was had: it was in the file, or it was recognized in a picture. */
export const readingMethods = ['text_layer', 'ocr'] as const;
export type ReadingMethod = (typeof readingMethods)[number];

/** A rectangle in fractions of the page as it is shown, from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A word of a line. */
export interface ReadWord extends TextRange {
  readonly box: Box;
  /** Of a word that was recognized: how sure that is, from 0 to 1. */
  readonly confidence: number | null;
}

/** A date that is written with the name of its month. */
export interface NamedDate extends TextRange {
  readonly date: PlainDate;
}

export interface ReadLine {
  readonly text: string;
  readonly namedDates: readonly NamedDate[];
  /** None where the text has no geometry. */
  readonly words: readonly ReadWord[];
}

export interface ReadPage {
  /** From 1; null of text without pages. */
  readonly page: number | null;
  readonly method: ReadingMethod;
  /** From the top. */
  readonly lines: readonly ReadLine[];
}
