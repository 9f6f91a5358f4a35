/** A piece of text as the text layer of a page has it: its box in points from the top left corner of the page as it is shown. */
export interface TextPiece {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly width: number;
  /** Of the letters, from one baseline to the next. */
  readonly height: number;
  /** Above the baseline. */
  readonly ascent: number;
}

export interface TextLine {
  /** With one blank wherever there is room for one. */
  readonly text: string;
  readonly top: number;
  /** Where each character of the text begins. */
  readonly lefts: readonly number[];
}

/** A gap over a quarter of the height is a blank. */
const blankFromHeight = 0.25;
/** Baselines belong together up to half of the smaller height. */
const sameLine = 0.5;

/** Puts the pieces of a page into lines, from top to bottom; the pieces of a line from left to right. */
export function textLines(pieces: readonly TextPiece[]): readonly TextLine[] {
  const lines: TextPiece[][] = [];
  const visible = pieces.filter(({ text }) => text.trim() !== '');
  for (const piece of [...visible].sort(
    (one, other) => one.baseline - other.baseline || one.left - other.left,
  )) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && belongTogether(line[0], piece)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => joined(line.sort((one, other) => one.left - other.left)));
}

const belongTogether = (one: TextPiece, other: TextPiece): boolean =>
  Math.abs(one.baseline - other.baseline) <= sameLine * Math.min(one.height, other.height);

function joined(pieces: readonly TextPiece[]): TextLine {
  let text = '';
  const lefts: number[] = [];
  let end: number | null = null;
  for (const piece of pieces) {
    const isApart = end !== null && piece.left - end > blankFromHeight * piece.height;
    if (isApart && !text.endsWith(' ')) {
      text += ' ';
      lefts.push(end ?? piece.left);
    }
    const wide = piece.width / Math.max(piece.text.length, 1);
    for (let at = 0; at < piece.text.length; at += 1) {
      const character = /\s/u.test(piece.text.charAt(at)) ? ' ' : piece.text.charAt(at);
      if (character === ' ' && (text === '' || text.endsWith(' '))) continue;
      text += character;
      lefts.push(piece.left + at * wide);
    }
    end = piece.left + piece.width;
  }
  return { text, lefts, top: Math.min(...pieces.map(({ baseline, ascent }) => baseline - ascent)) };
}
