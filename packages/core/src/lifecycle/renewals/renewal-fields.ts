import { z } from 'zod';
import { id, multiline, plannedDate, userId } from '../../kernel/shapes.ts';
import { renewalPriorities } from './renewal.ts';

export const caseId = () => id().describe('The id of the renewal.');

/** Why two people were not asked, from whoever decides alone (SPR-4). */
export const singlePersonReason = () =>
  multiline(1000, 20).describe(
    'Why you decide alone what asks for a second person; only where nobody else could decide.',
  );

export const renewalFields = {
  ownerUserId: userId().describe('The id of the member who works on it.'),
  dueOn: plannedDate(60).describe('By when the replacement should be there.'),
  priority: z.enum(renewalPriorities).describe('How urgent it is.'),
  note: multiline(4000)
    .describe('What those who work on it should know.')
    .meta({ examples: ['Ask the broker for an offer first'] }),
} satisfies Readonly<Record<string, z.ZodType>>;
