import type { EntrySeal } from '../entries/content.ts';
import type { RecordsPorts } from '../ports.ts';
import { caseText } from '../texts/case-text.ts';
import type { Encounter, SealedEncounter, StoredEncounter } from './encounter.ts';

/** What is written about encounters is sealed under the key of their case (governance 7). */
export const encounterText = caseText('encounters', ['reason', 'outcome', 'location']);

export const openedEncounter = (stored: StoredEncounter, seal: EntrySeal): Encounter => {
  const { text, ...encounter } = stored;
  return { ...encounter, ...encounterText.opened(stored, seal) };
};

const sealedEncounter = (
  { reason, outcome, location, ...encounter }: Encounter,
  seal: EntrySeal,
): SealedEncounter => ({
  ...encounter,
  text: encounterText.sealed(encounter.id, { reason, outcome, location }, seal),
});

/** What an encounter says beside its title, for whoever looks for words. */
export function saidOfEncounter(stored: Pick<StoredEncounter, 'id' | 'text'>, seal: EntrySeal): string {
  const { reason, outcome } = encounterText.opened(stored, seal);
  return [reason, outcome].filter((each) => each !== null).join('\n');
}

type Encounters = Pick<RecordsPorts, 'encounters'>;

export const addEncounter = (
  encounter: Encounter,
  seal: EntrySeal,
  { encounters }: Encounters,
): Promise<void> => encounters.add(sealedEncounter(encounter, seal), encounter);

/** Stores it as the version after `encounter.version`, or throws `version_conflict`. */
export async function savedEncounter(
  encounter: Encounter,
  seal: EntrySeal,
  { encounters }: Encounters,
): Promise<Encounter> {
  const { version } = await encounters.save(sealedEncounter(encounter, seal), encounter);
  return { ...encounter, version };
}

/** Seals what is still plain in this row, which nobody has changed by that. */
export const sealStoredEncounter = (
  stored: StoredEncounter,
  seal: EntrySeal,
  { encounters }: Encounters,
): Promise<void> => {
  const encounter = openedEncounter(stored, seal);
  return encounters.sealText(sealedEncounter(encounter, seal), encounter);
};
