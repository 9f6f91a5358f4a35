import type { lifecycle } from '@chancery/core';
import {
  ar,
  type Chrono,
  de,
  en,
  es,
  fi,
  fr,
  id,
  it,
  ja,
  nl,
  type ParsedResult,
  pt,
  ru,
  sv,
  uk,
  vi,
  zh,
} from 'chrono-node';

type NamedDate = lifecycle.NamedDate;

/** The languages whose names of months are known; of any other only dates in numbers are found (EXT-13). */
const parsers: Readonly<Record<string, Chrono>> = {
  ar: ar.strict,
  de: de.strict,
  en: en.strict,
  es: es.strict,
  fi: fi.strict,
  fr: fr.strict,
  id: id.strict,
  it: it.strict,
  ja: ja.strict,
  nl: nl.strict,
  pt: pt.strict,
  ru: ru.strict,
  sv: sv.strict,
  uk: uk.strict,
  vi: vi.strict,
  zh: zh.strict,
};

const mostCharacters = 2000;
const connectors = ['to', 'until', 'till', 'through', 'thru', 'bis', 'au', 'al', 'a', 'hasta', 'tot', 'até'];
const dashes = ['–', '—', '-'];

/**
 * The dates of a line that are written with the name of their month, in each of these languages. Only what says its day, its
 * month and its year counts, and nothing that is counted from another day.
 */
export function namedDatesIn(line: string, languages: readonly string[], reference: string): NamedDate[] {
  const text = line.slice(0, mostCharacters);
  if (!/\d/.test(text)) return [];
  const found: NamedDate[] = [];
  for (const language of languages)
    for (const result of parsers[language]?.parse(text, { instant: new Date(reference), timezone: 0 }) ?? [])
      for (const date of datesOf(result))
        if (!found.some(({ start, end }) => start === date.start && end === date.end)) found.push(date);
  return found.sort((one, other) => one.start - other.start || other.end - one.end);
}

type Components = ParsedResult['start'];

/** The date of a result, or both of a range, which is divided where a connector stands between two whole dates. */
function datesOf({ text, index, start, end }: ParsedResult): NamedDate[] {
  if (!end) return wholeDate(text, index, start);
  for (const { at, length } of connectorsIn(text)) {
    const first = wholeDate(text.slice(0, at), index, start);
    const second = wholeDate(text.slice(at + length), index + at + length, end);
    if (first.length > 0 && second.length > 0) return [...first, ...second];
  }
  return [];
}

function* connectorsIn(text: string) {
  for (const word of [...connectors.map((one) => ` ${one} `), ...dashes])
    for (let at = text.toLowerCase().indexOf(word); at >= 0; at = text.toLowerCase().indexOf(word, at + 1))
      yield { at, length: word.length };
}

function wholeDate(text: string, index: number, at: Components): NamedDate[] {
  const parts = (['year', 'month', 'day'] as const).map((part) => (at.isCertain(part) ? at.get(part) : null));
  const [year, month, day] = parts;
  if (year == null || month == null || day == null) return [];
  if (!saysExactly(text, { year, month, day })) return [];
  const lead = leadOf(text);
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return [{ start: index + lead, end: index + text.trimEnd().length, date }];
}

/** How many characters stand before the date: blanks, and small words such as `on` and `am`. */
function leadOf(text: string): number {
  const words = text.split(' ');
  let lead = 0;
  for (const word of words) {
    if (/\d|\p{L}{3}/u.test(word)) break;
    lead += word.length + 1;
  }
  return Math.min(lead, text.length);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Whether the text has a word for the month, and no numbers but those of the date. */
function saysExactly(
  text: string,
  { year, month, day }: { year: number; month: number; day: number },
): boolean {
  const isInCharacters = ['年', '月', '日'].every((character) => text.includes(character));
  if (!isInCharacters && !/\p{L}{3}/u.test(text)) return false;
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => digits);
  const wanted = isInCharacters ? [year, month, day] : [year, day];
  const isSame = numbers.map(Number).sort(byValue).join() === wanted.sort(byValue).join();
  return isSame && numbers.some((digits) => digits.length === 4);
}

const byValue = (one: number, other: number): number => one - other;
