import type { governance } from '@chancery/core';
import { datesIn } from './dates.ts';
import { cited, type Sentence, titleOf } from './sentences.ts';

type Finding = governance.ProposedFinding & { readonly kind: 'timeline' };

const ownWeight = 1;
const explicitWeight = 0.9;
const relativeWeight = 0.7;

/** What happened when: each date that a sentence names, and the date of each entry itself. */
export function timelineOf(
  versions: readonly governance.ReadVersion[],
  sentences: readonly Sentence[],
  language: string,
): readonly governance.ProposedFinding[] {
  const own = versions.map((version): Finding => {
    const title = titleOf(version);
    const data = { date: version.occurredOn.slice(0, 10), precision: 'day' } as const;
    return { kind: 'timeline', text: title.text, data, confidence: ownWeight, citations: [cited(title)] };
  });
  const named = sentences.flatMap((sentence) => {
    const seen = new Set<string>();
    return datesIn(sentence, language).flatMap(({ date, precision, isRelative }): Finding[] => {
      if (seen.has(date)) return [];
      seen.add(date);
      const confidence = isRelative ? relativeWeight : explicitWeight;
      const citations = [cited(sentence)];
      return [{ kind: 'timeline', text: sentence.text, data: { date, precision }, confidence, citations }];
    });
  });
  return [...own, ...named].sort(byDate);
}

function byDate(one: Finding, other: Finding): number {
  const [first, second] = [keyOf(one), keyOf(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const keyOf = ({ data, citations: [place] }: Finding): string =>
  `${data.date}|${place?.artifactId}|${String(place?.start).padStart(8, '0')}`;
