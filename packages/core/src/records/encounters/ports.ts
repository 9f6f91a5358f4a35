import type { LabelMask } from '../access/labels.ts';
import type { Encounter } from './encounter.ts';

/** Encounters in the cases of the workspace of this transaction. */
export interface EncounterRepository {
  add(encounter: Encounter): Promise<void>;
  /** Whoever asks: who sees it is said by its case. With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<Encounter | null>;
  /** The latest of a case with these own labels, by when they began or were to begin. */
  latestOf(caseId: string, ownMasks: readonly LabelMask[], most: number): Promise<readonly Encounter[]>;
  /** Stores it as the version after `encounter.version`, or throws `version_conflict`. */
  save(encounter: Encounter): Promise<Encounter>;
}
