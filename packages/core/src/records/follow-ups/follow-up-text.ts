import type { EntrySeal } from '../entries/content.ts';
import type { RecordsPorts } from '../ports.ts';
import { caseText } from '../texts/case-text.ts';
import { type FollowUp, followUpTexts, type StoredFollowUp } from './follow-up.ts';
import type { FollowUpWords } from './ports.ts';

/** What is written about follow-ups is sealed under the key of their case (governance 7). */
export const followUpText = caseText('follow_ups', followUpTexts);

type FollowUps = Pick<RecordsPorts, 'followUps'>;

const wordsOf = (followUp: FollowUp): FollowUpWords => ({
  found: followUpText.found(followUp),
  listed: followUp.description,
});

export const addFollowUp = (followUp: FollowUp, seal: EntrySeal, { followUps }: FollowUps): Promise<void> =>
  followUps.add(followUpText.sealed(followUp, seal), wordsOf(followUp));

/** Stores it as the version after `followUp.version`, or throws `version_conflict`. */
export async function savedFollowUp(
  followUp: FollowUp,
  seal: EntrySeal,
  { followUps }: FollowUps,
): Promise<FollowUp> {
  const { version } = await followUps.save(followUpText.sealed(followUp, seal), wordsOf(followUp));
  return { ...followUp, version };
}

/** Seals what is still plain in this row, which nobody has changed by that. */
export const sealStoredFollowUp = (
  stored: StoredFollowUp,
  seal: EntrySeal,
  { followUps }: FollowUps,
): Promise<void> => {
  const followUp = followUpText.opened(stored, seal);
  return followUps.sealText(followUpText.sealed(followUp, seal), wordsOf(followUp));
};
