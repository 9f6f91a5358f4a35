/** A piece of text on a page: in its units, from the top left corner of the page as it is shown. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly width: number;
  /** Of the letters, from one baseline to the next. */
  readonly height: number;
  /** Of a piece that was recognized: how sure that is, from 0 to 1. */
  readonly confidence: number | null;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}
