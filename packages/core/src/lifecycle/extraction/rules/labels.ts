import { dateLabels, identifierLabels } from './label-words.ts';
import type { TextRange } from './ranges.ts';

type LabelKind = keyof typeof dateLabels | keyof typeof identifierLabels;

/** A label that stands in a line. */
export interface FoundLabel extends TextRange {
  readonly kind: LabelKind;
  readonly label: string;
}

const phrases = Object.entries({ ...dateLabels, ...identifierLabels })
  // The keys of both tables are kinds.
  .flatMap(([kind, labels]) => (labels ?? []).map((label) => ({ kind: kind as LabelKind, label })))
  .sort((one, other) => other.label.length - one.label.length);

const apostrophes = '’‘ʼ´`';

/** The line in lower case and with plain apostrophes; every character stays where it is. */
const folded = (line: string): string => {
  let text = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    const lower = character.toLowerCase();
    text += apostrophes.includes(character) ? "'" : lower.length === 1 ? lower : character;
  }
  return text;
};

const isLatin = (character: string): boolean => /[\p{Script=Latin}\p{Nd}]/u.test(character);

/** Whether a word ends between two characters. */
const isBoundary = (before: string, after: string): boolean => !(isLatin(before) && isLatin(after));

/** The labels of a line from left to right: longer phrases first, and none inside another. */
export function labelsIn(line: string): readonly FoundLabel[] {
  const text = folded(line);
  const found: FoundLabel[] = [];
  const taken = new Uint8Array(text.length);
  for (const { kind, label } of phrases)
    for (let start = text.indexOf(label); start >= 0; start = text.indexOf(label, start + 1)) {
      const end = start + label.length;
      const isWhole =
        isBoundary(text.charAt(start - 1), text.charAt(start)) &&
        isBoundary(text.charAt(end - 1), text.charAt(end));
      if (!isWhole || taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ kind, label, start, end });
    }
  return found.sort((one, other) => one.start - other.start);
}
