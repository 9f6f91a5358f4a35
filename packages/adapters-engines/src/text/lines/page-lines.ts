import type { lifecycle } from '@chancery/core';
import { characterEdges } from './character-widths.ts';
import type { PageSize, PlacedText } from './placed-text.ts';

/** A line before its dates are looked for. */
export type PlainLine = Omit<lifecycle.ReadLine, 'namedDates'>;

/** A gap over a quarter of the height is a blank. */
const blankFromHeight = 0.25;
/** Baselines belong together up to half of the smaller height. */
const sameLine = 0.5;
/** Letters reach so far above and below their baseline, and a box so far around them, in heights. */
const [ascent, descent, margin] = [0.95, 0.3, 0.35];
const decimals = 100_000;

/** Puts the pieces of a page into lines, from top to bottom; the pieces of a line from left to right. */
export function pageLines(pieces: readonly PlacedText[], page: PageSize): PlainLine[] {
  const lines: PlacedText[][] = [];
  const visible = pieces.filter(({ text }) => text.trim() !== '');
  for (const piece of [...visible].sort(
    (one, other) => one.baseline - other.baseline || one.left - other.left,
  )) {
    const first = lines.at(-1)?.[0];
    if (first !== undefined && belongTogether(first, piece)) lines.at(-1)?.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) =>
    joined(
      line.sort((one, other) => one.left - other.left),
      page,
    ),
  );
}

const belongTogether = (one: PlacedText, other: PlacedText): boolean =>
  Math.abs(one.baseline - other.baseline) <= sameLine * Math.min(one.height, other.height);

interface Character {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly piece: PlacedText;
}

function joined(pieces: readonly PlacedText[], page: PageSize): PlainLine {
  const characters: Character[] = [];
  let end: number | null = null;
  for (const piece of pieces) {
    const isApart = end !== null && piece.left - end > blankFromHeight * piece.height;
    if (isApart && characters.at(-1)?.text !== ' ')
      characters.push({ text: ' ', left: end ?? piece.left, right: piece.left, piece });
    characters.push(...charactersOf(piece, characters.at(-1)?.text ?? ' '));
    end = Math.max(end ?? piece.left, piece.left + piece.width);
  }
  if (characters.at(-1)?.text === ' ') characters.pop();
  return { text: characters.map(({ text }) => text).join(''), words: wordsOf(characters, page) };
}

/** The characters of a piece, with one blank where it has several. */
function charactersOf(piece: PlacedText, before: string): Character[] {
  const edges = characterEdges(piece.text);
  const edge = (at: number) => piece.left + (edges[at] ?? 0) * piece.width;
  const characters: Character[] = [];
  for (let at = 0; at < piece.text.length; at += 1) {
    const text = /\s/u.test(piece.text.charAt(at)) ? ' ' : piece.text.charAt(at);
    if (text === ' ' && (characters.at(-1)?.text ?? before) === ' ') continue;
    characters.push({ text, left: edge(at), right: edge(at + 1), piece });
  }
  return characters;
}

function wordsOf(characters: readonly Character[], page: PageSize): lifecycle.ReadWord[] {
  const words: lifecycle.ReadWord[] = [];
  let start = 0;
  for (let at = 0; at <= characters.length; at += 1) {
    if (at < characters.length && characters[at]?.text !== ' ') continue;
    const own = characters.slice(start, at);
    if (own.length > 0) words.push({ start, end: at, box: boxOf(own, page), confidence: confidenceOf(own) });
    start = at + 1;
  }
  return words;
}

/** The box around these characters, within the page. */
function boxOf(characters: readonly Character[], { width, height }: PageSize): lifecycle.Box {
  const pieces = characters.map(({ piece }) => piece);
  const around = Math.max(...pieces.map((piece) => piece.height)) * margin;
  const left = fraction(Math.min(...characters.map((character) => character.left)) - around, width);
  const right = fraction(Math.max(...characters.map((character) => character.right)) + around, width);
  const top = fraction(Math.min(...pieces.map((one) => one.baseline - ascent * one.height)), height);
  const bottom = fraction(Math.max(...pieces.map((one) => one.baseline + descent * one.height)), height);
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) };
}

const rounded = (value: number): number => Math.round(value * decimals) / decimals;
const fraction = (at: number, whole: number): number => rounded(Math.min(1, Math.max(0, at / whole)));

const confidenceOf = (characters: readonly Character[]): number | null => {
  const known = characters.map(({ piece }) => piece.confidence).filter((one) => one !== null);
  return known.length === 0 ? null : rounded(known.reduce((sum, one) => sum + one, 0) / known.length);
};
