import { z } from 'zod';
import { plannedDate } from '../../kernel/shapes.ts';
import { riskCodes } from './risk.ts';

/** How far ahead a risk may be accepted. */
export const mostDays = 365;

/** So long the reason for accepting one may be. */
export const mostReason = 1000;

export const riskFields = {
  risk: z.enum(riskCodes).describe('The risk that is accepted.'),
  until: plannedDate()
    .describe('The last day on which it is accepted, in the zone of the document; at most a year ahead.')
    .meta({ examples: ['2027-01-31'] }),
} satisfies Readonly<Record<string, z.ZodType>>;
