import { z } from 'zod';
import { id, multiline, userId } from '../../kernel/shapes.ts';
import { attestation, expectedVersion, singlePersonReason } from '../entries/entry-fields.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { amendmentDecisions, denialBases } from './amendment.ts';

export const decisionInput = z.strictObject({
  amendmentId: id().describe('The id of the request.'),
  decision: z
    .enum(amendmentDecisions)
    .describe('What is decided, or what is recorded after a denial.')
    .meta({ examples: ['accept'] }),
  reason: reason().optional().describe('Why; needed to accept in part, to deny, to extend and to withdraw.'),
  denialBasis: z.enum(denialBases).optional().describe('On which ground it is denied; needed to deny.'),
  text: multiline(5000, 1)
    .optional()
    .describe('What is stated; needed for a disagreement and for a rebuttal.'),
  assignToUserId: userId()
    .optional()
    .describe('Who writes the new version, a contributor or lead; by default the author of the entry.'),
  attestation: attestation('attest.addendum.v1')
    .optional()
    .describe(
      'What you state, and the proof that it is you; needed to deny and for the two statements, which are signed.',
    ),
  singlePersonReason: singlePersonReason(),
  purposeOfUse: purposeOfUse(),
  expectedVersion: expectedVersion(),
});
export type DecisionGiven = z.output<typeof decisionInput>;
