import { z } from 'zod';
import { shown } from '../../../kernel/shapes.ts';
import { isRestricted, labelsOf, noLabels } from '../../access/labels.ts';
import { purposeUsed } from '../../access/purposes.ts';
import { recordsLabelNotCleared, recordsPurposeNotAllowed, recordsPurposeRequired } from '../../errors.ts';
import { recordsListRead } from '../../events.ts';
import { command } from '../../ports.ts';
import { drawnUp, requireDistinct } from '../new-identifiers.ts';
import { newSubject, newSubjectFields } from '../new-subject.ts';
import { findCandidates } from './find-candidates.ts';
import { candidateView, DuplicateCandidateView } from './views.ts';

export const checkSubjectDuplicates = command({
  summary: 'Look for subjects that may be the same as a new one',
  description:
    'Takes what would create the subject, and creates nothing. At most 20 are found, the likeliest first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  countsAsRead: true,
  cli: {
    example: { displayName: 'Ann Smith' },
    columns: ['displayName', 'birthDate', 'score', 'band', 'dismissed', 'subjectId'],
  },
  input: z.strictObject(newSubjectFields),
  output: z.object({
    candidates: z.array(DuplicateCandidateView).describe('Those who may be the same, the likeliest first.'),
    count: shown.count(),
    checkedAt: shown.instant().describe('When they were looked for.'),
  }),
  errors: [recordsPurposeRequired, recordsPurposeNotAllowed, recordsLabelNotCleared],

  async run({ identifiers: given, duplicateOverride: _, ...input }, context) {
    const { now, workspaceId, emit, accessedBy } = context;
    const subject = newSubject(input, context);
    const identifiers = drawnUp(subject.id, given, context);
    requireDistinct(identifiers);
    const purpose = input.purposeOfUse ?? null;
    const candidates = await findCandidates(subject, identifiers, purpose, context);
    const restricted = candidates.filter((each) => isRestricted(each.subject.effectiveMask));
    if (restricted.length > 0) {
      accessedBy({ access: { basis: 'author', grantId: null }, purposeOfUse: purposeUsed(purpose) });
      emit(recordsListRead, {
        resource: 'duplicates',
        workspaceId,
        ids: restricted.map((each) => each.subject.id),
        labels: [...labelsOf(restricted.reduce((all, each) => all | each.subject.effectiveMask, noLabels))],
      });
    }
    return { candidates: candidates.map(candidateView), count: candidates.length, checkedAt: now };
  },
});
