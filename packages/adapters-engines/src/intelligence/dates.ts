import type { governance } from '@chancery/core';
import * as chrono from 'chrono-node';
import type { Sentence } from './sentences.ts';
import { primaryOf } from './words.ts';

/** A date that a sentence names, and where in its text. */
export interface FoundDate {
  readonly date: string;
  readonly precision: governance.TimelineData['precision'];
  readonly from: number;
  readonly to: number;
  readonly isRelative: boolean;
}

/** The languages whose words for days and months are known. */
const parsers: Readonly<Record<string, Pick<chrono.Chrono, 'parse'>>> = {
  de: chrono.de.casual,
  en: chrono.en.GB,
  es: chrono.es.casual,
  fr: chrono.fr.casual,
  it: chrono.it.casual,
  nl: chrono.nl.casual,
  pt: chrono.pt.casual,
  ru: chrono.ru.casual,
  sv: chrono.sv.casual,
  uk: chrono.uk.casual,
};
const usual = chrono.en.GB;

type Components = chrono.ParsedResult['start'];

/**
 * The dates of a sentence, explicit or counted from when the entry happened. `forward` takes a day of the week for the next
 * one. No clock is read: the reference is the wall time of the entry.
 */
export function datesIn(sentence: Sentence, language: string, forward = false): readonly FoundDate[] {
  return parsed(sentence.text, sentence.version.occurredOn, language, forward).flatMap((result) =>
    datesOf(result, sentence.version.occurredOn, language),
  );
}

function parsed(text: string, occurredOn: string, language: string, forwardDate: boolean) {
  return parserOf(language).parse(text, { instant: instantOf(occurredOn), timezone: 0 }, { forwardDate });
}

/** The Americans put the month before the day. */
function parserOf(language: string): Pick<chrono.Chrono, 'parse'> {
  if (language.toLowerCase() === 'en-us') return chrono.en.casual;
  const primary = primaryOf(language);
  return (Object.hasOwn(parsers, primary) ? parsers[primary] : null) ?? usual;
}

/** The wall time as if the clock of the wall were that of UTC: only its date is taken from what is found. */
const instantOf = (wall: string): Date => new Date(`${wall.slice(0, 19)}Z`);

/** One date, or both of a range. */
function datesOf(result: chrono.ParsedResult, occurredOn: string, language: string): readonly FoundDate[] {
  const { text, index, start, end } = result;
  if (!end) return dateOf(start, index, text);
  for (const [at, length] of connectors(text)) {
    const [first] = parsed(text.slice(0, at), occurredOn, language, false);
    const [second] = parsed(text.slice(at + length), occurredOn, language, false);
    if (first === undefined || second === undefined) continue;
    return [
      ...dateOf(first.start, index + first.index, first.text),
      ...dateOf(second.start, index + at + length + second.index, second.text),
    ];
  }
  return dateOf(start, index, text);
}

const connecting = / (?:to|until|till|through|bis|au|al|hasta|tot|até) |\s?[–—]\s?| - /gi;

function* connectors(text: string): Generator<readonly [at: number, length: number]> {
  for (const match of text.matchAll(connecting)) yield [match.index, match[0].length];
}

function dateOf(at: Components, from: number, text: string): readonly FoundDate[] {
  const precision = precisionOf(at);
  const [year, month, day] = [at.get('year'), at.get('month'), at.get('day')];
  if (precision === null || year === null || year < 1000 || year > 9999) return [];
  const date = [
    String(year).padStart(4, '0'),
    precision === 'year' ? '01' : two(month ?? 1),
    precision === 'day' ? two(day ?? 1) : '01',
  ].join('-');
  const isRelative = !/\d{3,4}|\d{1,2}[./-]\d{1,2}/.test(text);
  return [{ date, precision, from, to: from + text.length, isRelative }];
}

/** How exactly it is said; null for a time of the day alone. */
function precisionOf(at: Components): FoundDate['precision'] | null {
  if (at.isCertain('day') || at.isCertain('weekday')) return 'day';
  if (at.isCertain('month')) return 'month';
  return at.isCertain('year') ? 'year' : null;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Two dates of a sentence of which the one that should be earlier is the later one, such as of a stay. */
export function reversedRanges(
  sentence: Sentence,
  language: string,
): readonly (readonly [first: FoundDate, second: FoundDate])[] {
  const dates = datesIn(sentence, language);
  return dates.flatMap((first, at) => {
    const second = dates[at + 1];
    if (second === undefined || first.precision !== 'day' || second.precision !== 'day') return [];
    if (first.isRelative || second.isRelative || second.date >= first.date) return [];
    const between = sentence.text.slice(first.to, second.from);
    return /^\s*(?:to|until|till|through|bis(?: zum)?|–|—|-)\s*(?:the\s*)?$/i.test(between)
      ? [[first, second] as const]
      : [];
  });
}
