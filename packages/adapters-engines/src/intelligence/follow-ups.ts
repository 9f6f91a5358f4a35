import type { governance } from '@chancery/core';
import { datesIn, type FoundDate } from './dates.ts';
import { cited, type Sentence, says, segmenting } from './sentences.ts';
import type { LanguageWords } from './words.ts';

const weight = 0.6;
const longestTitle = 300;
/** A follow-up that is open already says the same from here on. */
const sameFrom = 0.6;

/** Sentences that say what is to be done, unless they deny it, are about what is over, or somebody has noted it already. */
export function followUpsOf(
  sentences: readonly Sentence[],
  openFollowUps: readonly string[],
  words: LanguageWords,
  language: string,
): readonly governance.ProposedFinding[] {
  const noted = openFollowUps.map((title) => new Set(segmenting(language).tokens(title)));
  return sentences.flatMap((sentence): governance.ProposedFinding[] => {
    const dates = datesIn(sentence, language, true);
    if (!isToBeDone(sentence, dates, words)) return [];
    const tokens = new Set(sentence.tokens);
    if (noted.some((title) => jaccard(title, tokens) >= sameFrom)) return [];
    const day = sentence.version.occurredOn.slice(0, 10);
    const due = dates.find(({ date, precision }) => precision === 'day' && date > day);
    const isUrgent = words.urgent.some((word) => says(sentence.tokens, word));
    return [
      {
        kind: 'follow_up_candidates',
        text: sentence.text,
        data: {
          title: shortened(sentence.text),
          dueOn: due?.date ?? null,
          priority: isUrgent ? 'high' : 'medium',
        },
        confidence: weight,
        citations: [cited(sentence)],
      },
    ];
  });
}

function isToBeDone(
  { tokens, text }: Sentence,
  dates: readonly FoundDate[],
  { followUpCues, until, negations, past }: LanguageWords,
): boolean {
  if (tokens.some((token) => negations.has(token) || token.endsWith("n't") || token.endsWith('n’t')))
    return false;
  if (past.some((phrase) => says(tokens, phrase))) return false;
  const hasDeadline = dates.some(({ from }) => {
    const before = text.slice(0, from).trimEnd().toLowerCase();
    return until.some((word) => before === word || before.endsWith(` ${word}`));
  });
  return hasDeadline || followUpCues.some((cue) => says(tokens, cue));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((token) => other.has(token)).length;
  const all = one.size + other.size - both;
  return all === 0 ? 0 : both / all;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= longestTitle
    ? line
    : `${points
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`;
}
