import type { PrintedNumber } from '../../lifecycles/lifecycle.ts';
import { identifierKinds } from '../../types/document-type.ts';
import type { MarkedLine } from './date-labels.ts';
import { sharing, type TextRange } from './ranges.ts';

/** A number that a line carries. */
export interface FoundIdentifier extends PrintedNumber, TextRange {
  readonly label: string | null;
  readonly weight: number;
}

const [labelledWeight, checkedWeight] = [0.9, 0.99];
const [shortest, longest] = [3, 40];
/** What may stand between a label and its number. */
const joint = /(?:[\s:#=]|is\b|no\.|nr\.)/iuy;
const token = /[A-Z0-9][A-Z0-9./-]*/y;

export const isIdentifierKind = (kind: string): kind is PrintedNumber['kind'] =>
  identifierKinds.some((one) => one === kind);

/** The numbers of a line: those behind a label, and bank accounts wherever they stand. */
export const identifiersIn = (line: MarkedLine): readonly FoundIdentifier[] => [
  ...behindLabels(line),
  ...accountsIn(line.line.text),
];

function behindLabels({ line: { text }, labels, dates }: MarkedLine): readonly FoundIdentifier[] {
  return labels.flatMap(({ kind, label, end }) => {
    if (!isIdentifierKind(kind)) return [];
    const start = afterJoints(text, end);
    token.lastIndex = start;
    const run = token.exec(text)?.[0] ?? '';
    const value = withoutEnd(run);
    const isWhole = !/[\p{L}\p{N}]/u.test(text.charAt(start + run.length));
    const isOfSize = value.length >= shortest && value.length <= longest && /\d/.test(value);
    const range = { start, end: start + value.length };
    const isDate = sharing(dates, range).length > 0;
    return isWhole && isOfSize && !isDate ? [{ kind, value, label, ...range, weight: labelledWeight }] : [];
  });
}

function afterJoints(text: string, from: number): number {
  let at = from;
  for (;;) {
    joint.lastIndex = at;
    const found = joint.exec(text);
    if (found === null) return at;
    at += found[0].length;
  }
}

/** A number ends with a letter or a digit. */
function withoutEnd(run: string): string {
  let end = run.length;
  while (end > 0 && !/[A-Z0-9]/.test(run.charAt(end - 1))) end -= 1;
  return run.slice(0, end);
}

const account = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}[A-Z0-9]*(?: [A-Z0-9]{1,4}(?![\p{L}\p{N}]))*/gu;
const [shortestAccount, longestAccount] = [15, 34];

/** Numbers of bank accounts (ISO 13616): of what looks like one, the longest beginning whose check digits hold. */
const accountsIn = (text: string): readonly FoundIdentifier[] =>
  [...text.matchAll(account)].flatMap((match) => {
    const groups = match[0].split(' ').slice(0, longestAccount);
    for (let most = groups.length; most > 0; most -= 1) {
      const printed = groups.slice(0, most).join(' ');
      const value = printed.replaceAll(' ', '');
      const end = match.index + printed.length;
      const isWhole = !/[\p{L}\p{N}]/u.test(text.charAt(end));
      if (isWhole && isAccount(value))
        return [
          { kind: 'iban' as const, value, label: null, start: match.index, end, weight: checkedWeight },
        ];
    }
    return [];
  });

function isAccount(value: string): boolean {
  if (value.length < shortestAccount || value.length > longestAccount) return false;
  let rest = 0;
  for (const character of value.slice(4) + value.slice(0, 4)) {
    const number = Number.parseInt(character, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}
