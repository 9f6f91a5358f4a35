import type { EntrySeal } from '../../records/index.ts';
import type { ProposedFinding, StoredFinding } from './finding.ts';

/** A finding as people read it. */
export interface OpenedFinding {
  readonly stored: StoredFinding;
  readonly proposed: ProposedFinding;
  readonly editedText: string | null;
}

type Seal = Pick<EntrySeal, 'sealText' | 'openText'>;

const place = (id: string): string => `intelligence_findings|${id}`;
const editedPlace = (id: string): string => `intelligence_findings|${id}|edited`;
export const commentPlace = (runId: string): string => `intelligence_runs|${runId}|comment`;

/** Findings quote entries word for word, so they are sealed with the key of the case and end with it. */
export const sealedFinding = (
  proposed: ProposedFinding,
  { runId, position, id }: Pick<StoredFinding, 'runId' | 'position' | 'id'>,
  seal: Seal,
): StoredFinding => ({
  ...{ id, runId, position, kind: proposed.kind },
  proposedSealed: seal.sealText(place(id), JSON.stringify(proposed)),
  decision: 'proposed',
  editedSealed: null,
  ...{ decidedByUserId: null, decidedAt: null, resultKind: null, resultId: null },
});

/** Null once the key of the case was destroyed. */
export function openedFinding(stored: StoredFinding, seal: Seal): OpenedFinding | null {
  const text = seal.openText(place(stored.id), stored.proposedSealed);
  if (text === null) return null;
  return {
    stored,
    proposed: JSON.parse(text),
    editedText: seal.openText(editedPlace(stored.id), stored.editedSealed),
  };
}

export const sealedEdit = (id: string, text: string, seal: Seal): Uint8Array =>
  seal.sealText(editedPlace(id), text);
