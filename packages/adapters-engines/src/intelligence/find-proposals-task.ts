import type { governance } from '@chancery/core';
import { followUpsOf } from './follow-ups.ts';
import { inconsistenciesOf } from './inconsistencies.ts';
import { inTime, sentencesOf } from './sentences.ts';
import { summaryOf } from './summary.ts';
import { timelineOf } from './timeline.ts';
import { wordsOf } from './words.ts';

/** A run shows no more of each kind. */
const mostOfKind = 50;

/**
 * The task of the pool that looks for findings by rules alone: the same question has the same answer, and no clock is read
 * (governance 8).
 */
export function run({
  kinds,
  language,
  versions,
  openFollowUps,
}: governance.IntelligenceAsked): readonly governance.ProposedFinding[] {
  const words = wordsOf(language);
  const sentences = versions.flatMap((version) => sentencesOf(version, language)).sort(inTime);
  const rules: Readonly<Record<governance.FindingKind, () => readonly governance.ProposedFinding[]>> = {
    summary: () => summaryOf(sentences, words),
    timeline: () => timelineOf(versions, sentences, language),
    follow_up_candidates: () => followUpsOf(sentences, openFollowUps, words, language),
    inconsistencies: () => inconsistenciesOf(versions, sentences, words, language),
  };
  return kinds.flatMap((kind) => rules[kind]().slice(0, mostOfKind));
}
