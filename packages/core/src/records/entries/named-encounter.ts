import { invalidField } from '../../kernel/validation.ts';
import type { RecordsPorts } from '../ports.ts';

/** Passes if the encounter is one of the case, or none is named. */
export async function requireEncounter(
  encounterId: string | null,
  caseId: string,
  { encounters }: Pick<RecordsPorts, 'encounters'>,
): Promise<void> {
  if (encounterId === null || (await encounters.find(encounterId))?.caseId === caseId) return;
  throw invalidField('/encounterId', 'field.invalid', 'Name an encounter of the case.');
}
