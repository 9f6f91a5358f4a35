import type { EntrySeal } from '../entries/content.ts';
import type { RecordsPorts } from '../ports.ts';
import { caseText } from '../texts/case-text.ts';
import type { FollowUp, SealedFollowUp, StoredFollowUp } from './follow-up.ts';

/** What is written about follow-ups is sealed under the key of their case (governance 7). */
export const followUpText = caseText('follow_ups', ['description', 'outcome', 'cancelReason']);

export const openedFollowUp = <F extends StoredFollowUp>(
  stored: F,
  seal: EntrySeal,
): Omit<F, 'text'> & FollowUp => {
  const { text, ...followUp } = stored;
  return { ...followUp, ...followUpText.opened(stored, seal) };
};

const sealedFollowUp = (
  { description, outcome, cancelReason, ...followUp }: FollowUp,
  seal: EntrySeal,
): SealedFollowUp => ({
  ...followUp,
  text: followUpText.sealed(followUp.id, { description, outcome, cancelReason }, seal),
});

/** What a follow-up says beside its title, for whoever looks for words. */
export function saidOfFollowUp(stored: Pick<StoredFollowUp, 'id' | 'text'>, seal: EntrySeal): string {
  const { description, outcome, cancelReason } = followUpText.opened(stored, seal);
  return [description, outcome, cancelReason].filter((each) => each !== null).join('\n');
}

type FollowUps = Pick<RecordsPorts, 'followUps'>;

export const addFollowUp = (followUp: FollowUp, seal: EntrySeal, { followUps }: FollowUps): Promise<void> =>
  followUps.add(sealedFollowUp(followUp, seal), followUp);

/** Stores it as the version after `followUp.version`, or throws `version_conflict`. */
export async function savedFollowUp(
  followUp: FollowUp,
  seal: EntrySeal,
  { followUps }: FollowUps,
): Promise<FollowUp> {
  const { version } = await followUps.save(sealedFollowUp(followUp, seal), followUp);
  return { ...followUp, version };
}

/** Seals what is still plain in this row, which nobody has changed by that. */
export const sealStoredFollowUp = (
  stored: StoredFollowUp,
  seal: EntrySeal,
  { followUps }: FollowUps,
): Promise<void> => {
  const followUp = openedFollowUp(stored, seal);
  return followUps.sealText(sealedFollowUp(followUp, seal), followUp);
};
