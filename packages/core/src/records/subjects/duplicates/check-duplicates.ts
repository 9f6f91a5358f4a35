import { z } from 'zod';
import { shown } from '../../../kernel/shapes.ts';
import { sayListRead } from '../../access/list-read.ts';
import { recordsLabelNotCleared, recordsPurposeNotAllowed, recordsPurposeRequired } from '../../errors.ts';
import { command } from '../../ports.ts';
import { drawnUp } from '../new-identifiers.ts';
import { newSubject, newSubjectInput } from '../new-subject.ts';
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
    command: 'records subjects check-duplicates',
    example: { displayName: 'Ann Smith' },
    columns: ['displayName', 'birthDate', 'score', 'band', 'dismissed', 'subjectId'],
  },
  input: newSubjectInput,
  output: z.object({
    candidates: z.array(DuplicateCandidateView).describe('Those who may be the same, the likeliest first.'),
    count: shown.count(),
    checkedAt: shown.instant().describe('When they were looked for.'),
  }),
  errors: [recordsPurposeRequired, recordsPurposeNotAllowed, recordsLabelNotCleared],

  async run({ identifiers: given, duplicateOverride: _, ...input }, context) {
    const { subject, reader } = await newSubject(input, context);
    const drawn = await drawnUp(subject.id, given, context);
    const identifiers = drawn.map(({ identifier }) => identifier);
    const purpose = input.purposeOfUse ?? null;
    const candidates = await findCandidates(subject, identifiers, purpose, context);
    await sayListRead(
      'duplicates',
      candidates.map((candidate) => candidate.subject),
      { reader, purpose },
      context,
    );
    return { candidates: candidates.map(candidateView), count: candidates.length, checkedAt: context.now };
  },
});
