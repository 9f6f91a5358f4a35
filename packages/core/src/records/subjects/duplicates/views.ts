import { z } from 'zod';
import { shown } from '../../../kernel/shapes.ts';
import { subjectStates } from '../subject.ts';
import type { Candidate } from './find-candidates.ts';
import { bands, reasonFields, reasonKinds } from './score.ts';

export const DuplicateCandidateView = z
  .object({
    subjectId: shown.id().describe('The id of the subject.'),
    subjectNumber: z.string().describe('The number of the subject.'),
    displayName: z.string().describe('The name of the subject.'),
    birthDate: z.string().nullable().describe('The day, month or year of birth; null if unknown.'),
    status: z.enum(subjectStates.states).describe('Whether people work with it.'),
    score: z.int().describe('How likely it is the same, from 50 to 100.'),
    band: z.enum(bands).describe('What the score means: certain from 95, probable from 75.'),
    reasons: z
      .array(
        z.object({
          field: z.enum(reasonFields).describe('What the two have in common.'),
          kind: z.enum(reasonKinds).describe('How much of it.'),
          points: z.int().describe('How much that counts; what differs counts against it.'),
        }),
      )
      .describe('Why it may be the same.'),
    dismissed: z
      .boolean()
      .describe(
        'Whether somebody has said of another of these that it is not the same; it does not block then.',
      ),
  })
  .meta({ id: 'DuplicateCandidate', description: 'A subject that may be the same as another.' });

export const candidateView = ({
  subject: { id, subjectNumber, displayName, birthDate, status },
  score,
  band,
  reasons,
  dismissed,
}: Candidate): z.input<typeof DuplicateCandidateView> => ({
  subjectId: id,
  ...{ subjectNumber, displayName, birthDate, status, score, band, dismissed },
  reasons: [...reasons],
});
