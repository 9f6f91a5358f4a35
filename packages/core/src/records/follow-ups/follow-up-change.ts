import { z } from 'zod';
import { multiline, version } from '../../kernel/shapes.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { followUpStates } from './follow-up.ts';
import { followUpFields, followUpId } from './follow-up-fields.ts';

/** What may be changed of a follow-up. */
export const followUpChange = z.strictObject({
  followUpId: followUpId(),
  ...z.object(followUpFields).partial().shape,
  status: z.enum(followUpStates.states).optional().describe('Where it is to stand.'),
  outcome: multiline(2000, 1)
    .nullable()
    .optional()
    .describe('What came of it; needed to complete what is critical. Null for nothing.'),
  cancelReason: reason().optional().describe('Why it is dropped; needed if it is.'),
  purposeOfUse: purposeOfUse(),
  expectedVersion: version().optional(),
});
export type FollowUpChange = z.output<typeof followUpChange>;
