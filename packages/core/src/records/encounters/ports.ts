import type { LabelMask } from '../access/labels.ts';
import type { SealedEncounter, StoredEncounter } from './encounter.ts';

/** Encounters in the cases of the workspace of this transaction. */
export interface EncounterRepository {
  /** It is found by these words from now on; they are kept in no other way than sealed. */
  add(encounter: SealedEncounter, found: string): Promise<void>;
  /** Whoever asks: who sees it is said by its case. With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<StoredEncounter | null>;
  /** The latest of a case with these own labels, by when they began or were to begin. */
  latestOf(caseId: string, ownMasks: readonly LabelMask[], most: number): Promise<readonly StoredEncounter[]>;
  /** Stores it as the version after `encounter.version`, or throws `version_conflict`. */
  save(encounter: SealedEncounter, found: string): Promise<SealedEncounter>;
  /** Those of a case with something that is not sealed yet; their changes wait for the end of the transaction. */
  plainOf(caseId: string, most: number): Promise<readonly StoredEncounter[]>;
  /** Puts what is sealed into the place of what was plain, without another version. */
  sealText(encounter: SealedEncounter, found: string): Promise<void>;
}
