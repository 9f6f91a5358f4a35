import type { governance } from '@chancery/core';
import { cited, inTime, type Sentence, says } from './sentences.ts';
import type { LanguageWords } from './words.ts';

const mostSentences = 8;
const lambda = 0.7;
const weight = 0.5;

type Vector = ReadonlyMap<string, number>;

interface Scored {
  readonly sentence: Sentence;
  readonly vector: Vector;
  readonly norm: number;
  readonly score: number;
}

/**
 * Up to eight sentences that say most of the case and repeat each other least, word for word and in time order: by tf-idf,
 * where they stand, and what cues they have, chosen by maximal marginal relevance.
 */
export function summaryOf(
  sentences: readonly Sentence[],
  words: LanguageWords,
): readonly governance.ProposedFinding[] {
  return chosen(scored(sentences, words))
    .sort((one, other) => inTime(one.sentence, other.sentence))
    .map(({ sentence }) => ({
      kind: 'summary',
      text: sentence.text,
      data: null,
      confidence: weight,
      citations: [cited(sentence)],
    }));
}

function scored(
  sentences: readonly Sentence[],
  { stopWords, summaryCues }: LanguageWords,
): readonly Scored[] {
  const tokens = sentences.map((sentence) => sentence.tokens.filter((token) => !stopWords.has(token)));
  const sentencesWith = new Map<string, number>();
  for (const each of tokens)
    for (const token of new Set(each)) sentencesWith.set(token, (sentencesWith.get(token) ?? 0) + 1);
  const found = sentences.map((sentence, at): Scored => {
    const vector = new Map<string, number>();
    for (const token of tokens[at] ?? []) {
      const idf = Math.log(1 + sentences.length / (sentencesWith.get(token) ?? 1));
      vector.set(token, (vector.get(token) ?? 0) + idf);
    }
    const weights = [...vector.values()];
    const mean = weights.length === 0 ? 0 : weights.reduce((sum, each) => sum + each, 0) / weights.length;
    return { sentence, vector, norm: Math.hypot(...weights), score: mean };
  });
  const highest = Math.max(...found.map(({ score }) => score), Number.MIN_VALUE);
  return found
    .filter(({ norm }) => norm > 0)
    .map((each) => ({
      ...each,
      score:
        each.score / highest +
        (each.sentence.isFirst ? 0.2 : 0) +
        (summaryCues.some((cue) => says(each.sentence.tokens, cue)) ? 0.3 : 0),
    }));
}

function chosen(candidates: readonly Scored[]): Scored[] {
  const left = [...candidates].sort((one, other) => inTime(one.sentence, other.sentence));
  const taken: Scored[] = [];
  /** How much each is like the one that it is most like of those that are taken. */
  const likeness = new Map<Scored, number>(left.map((each) => [each, 0]));
  while (taken.length < mostSentences && left.length > 0) {
    let best = 0;
    let relevance = Number.NEGATIVE_INFINITY;
    left.forEach((each, at) => {
      const marginal = lambda * each.score - (1 - lambda) * (likeness.get(each) ?? 0);
      // Of two that are worth the same the first stays.
      if (marginal > relevance + 1e-12) [best, relevance] = [at, marginal];
    });
    const [next] = left.splice(best, 1);
    if (next === undefined) break;
    taken.push(next);
    for (const each of left) likeness.set(each, Math.max(likeness.get(each) ?? 0, cosine(each, next)));
  }
  return taken;
}

function cosine(one: Scored, other: Scored): number {
  let product = 0;
  for (const [token, value] of one.vector) product += value * (other.vector.get(token) ?? 0);
  return product / (one.norm * other.norm);
}
