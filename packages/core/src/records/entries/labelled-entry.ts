import { isManager } from '../../kernel/access.ts';
import { accessToCase } from '../access/decision.ts';
import { givenLabels } from '../access/given-labels.ts';
import type { Purpose, StatedLabels } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import { recordsLabelNotCleared } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordEntry } from './entry.ts';
import type { SeenEntry } from './seen-entry.ts';

interface Given {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly confidentialityReason?: string | undefined;
  readonly purposeOfUse?: Purpose | undefined;
}

/** The entry with the labels that are given, as far as the caller may, and still sees it afterwards (REC-5, REC-92). */
export async function labelledEntry(
  entry: RecordEntry,
  given: Given,
  { reader, standing }: Pick<SeenEntry, 'reader' | 'standing'>,
  { cases, subjects }: Pick<RecordsPorts, 'cases' | 'subjects'>,
): Promise<RecordEntry> {
  const labeller = {
    clearance: reader.clearance,
    isManager: isManager(reader.role),
    isPrivacyOfficer: reader.duties.includes('privacy_officer'),
    caseRole: standing.caseRole,
  };
  const ownMask = givenLabels(entry.ownMask, given, labeller);
  const [recordCase, subject] = await Promise.all([cases.find(entry.caseId), subjects.find(entry.subjectId)]);
  const effectiveMask = ownMask | (recordCase?.effectiveMask ?? 0) | (subject?.effectiveMask ?? 0);
  if (accessToCase(effectiveMask, reader, standing) === null) throw recordsLabelNotCleared();
  requirePurpose(effectiveMask, given.purposeOfUse ?? null);
  return { ...entry, ownMask, effectiveMask };
}
