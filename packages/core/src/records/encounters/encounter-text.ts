import type { EntrySeal } from '../entries/content.ts';
import type { RecordsPorts } from '../ports.ts';
import { caseText } from '../texts/case-text.ts';
import { type Encounter, encounterTexts, type StoredEncounter } from './encounter.ts';

/** What is written about encounters is sealed under the key of their case (governance 7); nobody searches for a place. */
export const encounterText = caseText('encounters', encounterTexts, ['reason', 'outcome']);

type Encounters = Pick<RecordsPorts, 'encounters'>;

export const addEncounter = (
  encounter: Encounter,
  seal: EntrySeal,
  { encounters }: Encounters,
): Promise<void> => encounters.add(encounterText.sealed(encounter, seal), encounterText.found(encounter));

/** Stores it as the version after `encounter.version`, or throws `version_conflict`. */
export async function savedEncounter(
  encounter: Encounter,
  seal: EntrySeal,
  { encounters }: Encounters,
): Promise<Encounter> {
  const sealed = encounterText.sealed(encounter, seal);
  const { version } = await encounters.save(sealed, encounterText.found(encounter));
  return { ...encounter, version };
}

/** Seals what is still plain in this row, which nobody has changed by that. */
export const sealStoredEncounter = (
  stored: StoredEncounter,
  seal: EntrySeal,
  { encounters }: Encounters,
): Promise<void> => {
  const encounter = encounterText.opened(stored, seal);
  return encounters.sealText(encounterText.sealed(encounter, seal), encounterText.found(encounter));
};
