import type { governance } from '@chancery/core';
import { ageContradictions } from './ages.ts';
import { reversedRanges } from './dates.ts';
import { inconsistency } from './inconsistency.ts';
import { differentValues, reversedSections } from './section-values.ts';
import { cited, placeOfPhrase, type Sentence, segmenting } from './sentences.ts';
import type { LanguageWords } from './words.ts';

/** Two places that cannot both be right. */
export const inconsistenciesOf = (
  versions: readonly governance.ReadVersion[],
  sentences: readonly Sentence[],
  words: LanguageWords,
  language: string,
): readonly governance.ProposedFinding[] => [
  ...differentValues(versions, language),
  ...reversedSections(versions, language),
  ...sentences.flatMap((sentence) =>
    reversedRanges(sentence, language).map(([first, second]) =>
      inconsistency('end_before_start', language, [
        cited(sentence, first.from, first.to),
        cited(sentence, second.from, second.to),
      ]),
    ),
  ),
  ...ageContradictions(sentences, words, language),
  ...deniedAndAffirmed(sentences, words, language),
];

const longestPhrase = 3;
const fewestLetters = 4;

/** What one entry says is not there, and another one says is. */
function deniedAndAffirmed(
  sentences: readonly Sentence[],
  words: LanguageWords,
  language: string,
): readonly governance.ProposedFinding[] {
  const found: governance.ProposedFinding[] = [];
  const affirming = sentences.filter(({ tokens }) => !tokens.some((token) => words.negations.has(token)));
  const said = new Set<string>();
  for (const denial of sentences)
    for (const absence of words.absences) {
      const phrase = deniedPhrase(denial, absence, words, language);
      if (phrase === null) continue;
      const other = affirming.find(
        ({ tokens, version }) =>
          version.artifactId !== denial.version.artifactId &&
          version.subjectId === denial.version.subjectId &&
          !words.absences.some((each) => placeOfPhrase(tokens, each) >= 0) &&
          placeOfPhrase(tokens, phrase) >= 0,
      );
      const key = other === undefined ? null : `${denial.version.artifactId}|${denial.start}|${phrase}`;
      if (other === undefined || key === null || said.has(key)) continue;
      said.add(key);
      found.push(inconsistency('negated_phrase', language, [cited(denial), cited(other)]));
    }
  return found;
}

/** What stands behind the absence, up to the end of its part of the sentence, or to a word that says nothing. */
function deniedPhrase(
  { tokens, text }: Sentence,
  absence: string,
  { stopWords }: LanguageWords,
  language: string,
): string | null {
  if (placeOfPhrase(tokens, absence) < 0) return null;
  const at = text.toLocaleLowerCase(language).indexOf(absence);
  if (at < 0) return null;
  const [part = ''] = text.slice(at + absence.length).split(/[.,;:!?()\n]/);
  const phrase: string[] = [];
  for (const token of segmenting(language).tokens(part)) {
    if (stopWords.has(token) || phrase.length === longestPhrase) break;
    phrase.push(token);
  }
  return phrase.some((token) => token.length >= fewestLetters) ? phrase.join(' ') : null;
}
