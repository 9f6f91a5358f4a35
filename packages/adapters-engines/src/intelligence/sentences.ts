import type { governance } from '@chancery/core';

type ReadVersion = governance.ReadVersion;

/** A sentence of a version, and where it stands in its text, in code points. */
export interface Sentence {
  readonly version: ReadVersion;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isFirst: boolean;
  /** Its words in small letters, in order. */
  readonly tokens: readonly string[];
}

/** A longer one is no sentence that anybody would read. */
const longest = 2000;
const isWritten: ReadonlySet<string> = new Set(['text', 'markdown']);

/** The full stop of an ordinal or of a title ends no sentence, as in `am 3. März` and `Dr. Smith`. */
const goesOn =
  /(?:^|[\s(])(?:\d{1,2}|Dr|Prof|Fr|Hr|Mr|Mrs|Ms|St|Nr|No|ca|bzw|vgl|z\. ?B|d\. ?h|u\. ?a)\.[^\S\n]+$/;

/** Segmenters of a language; making one takes as long as many sentences. */
class Segmenting {
  readonly #language: string;
  readonly #sentences: Intl.Segmenter;
  readonly #words: Intl.Segmenter;

  constructor(language: string) {
    this.#language = known(language);
    this.#sentences = new Intl.Segmenter(this.#language, { granularity: 'sentence' });
    this.#words = new Intl.Segmenter(this.#language, { granularity: 'word' });
  }

  /** The sentences of a text, together all of it. */
  *sentences(text: string): Generator<string> {
    let begun = '';
    for (const { segment } of this.#sentences.segment(text)) {
      begun += segment;
      if (goesOn.test(begun)) continue;
      yield begun;
      begun = '';
    }
    if (begun !== '') yield begun;
  }

  tokens(text: string): readonly string[] {
    return Array.from(this.#words.segment(text))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment.toLocaleLowerCase(this.#language));
  }
}

function known(language: string): string {
  try {
    return Intl.Segmenter.supportedLocalesOf([language])[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const made = new Map<string, Segmenting>();

export function segmenting(language: string): Segmenting {
  let segmenter = made.get(language);
  if (segmenter === undefined) {
    segmenter = new Segmenting(language);
    made.set(language, segmenter);
  }
  return segmenter;
}

/** The sentences of what somebody wrote in a version, in order. */
export function sentencesOf(version: ReadVersion, language: string): readonly Sentence[] {
  const points = [...version.text];
  return version.sections
    .filter(({ kind }) => isWritten.has(kind))
    .flatMap(({ start, end }) =>
      sentencesIn(points.slice(start, end).join(''), start, { version, language }),
    );
}

function sentencesIn(
  text: string,
  from: number,
  { version, language }: { readonly version: ReadVersion; readonly language: string },
): readonly Sentence[] {
  const segmenter = segmenting(language);
  const found: Sentence[] = [];
  let at = from;
  for (const segment of segmenter.sentences(text)) {
    const trimmed = segment.trim();
    const start = at + lengthOf(segment.slice(0, segment.length - segment.trimStart().length));
    at += lengthOf(segment);
    const tokens = trimmed.length > longest ? [] : segmenter.tokens(trimmed);
    if (tokens.length > 0)
      found.push({
        ...{ version, text: trimmed, start, end: start + lengthOf(trimmed) },
        ...{ isFirst: found.length === 0, tokens },
      });
  }
  return found;
}

/** How many code points a text has. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether the words of a phrase stand in a row among the tokens. */
export const says = (tokens: readonly string[], phrase: string): boolean =>
  placeOfPhrase(tokens, phrase) >= 0;

export function placeOfPhrase(tokens: readonly string[], phrase: string): number {
  const words = phrase.split(' ');
  return tokens.findIndex((_, at) => words.every((word, offset) => tokens[at + offset] === word));
}

/** The place of a sentence, or of a part of it that begins and ends at these places of its text. */
export function cited(
  { version: { artifactId, versionNumber }, text, start }: Omit<Sentence, 'isFirst' | 'tokens' | 'end'>,
  from = 0,
  to = text.length,
): governance.Citation {
  const exact = text.slice(from, to);
  const begin = start + lengthOf(text.slice(0, from));
  return { artifactId, versionNumber, start: begin, end: begin + lengthOf(exact), exact };
}

/** The title of a version, which every text begins with. */
export function titleOf(version: ReadVersion): Pick<Sentence, 'version' | 'text' | 'start'> {
  const end = version.text.indexOf('\n\n');
  return { version, text: end < 0 ? version.text : version.text.slice(0, end), start: 0 };
}

/** By when what is written happened, then by entry, then by place. */
export const inTime = (
  one: Pick<Sentence, 'version' | 'start'>,
  other: Pick<Sentence, 'version' | 'start'>,
): number =>
  compare(one.version.occurredAt, other.version.occurredAt) ||
  compare(one.version.artifactId, other.version.artifactId) ||
  one.start - other.start;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
