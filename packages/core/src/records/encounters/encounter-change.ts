import { z } from 'zod';
import { multiline, version } from '../../kernel/shapes.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { encounterStates } from './encounter.ts';
import { encounterFields, encounterId } from './encounter-fields.ts';

/** What may be changed of an encounter. */
export const encounterChange = z.strictObject({
  encounterId: encounterId(),
  ...z.object(encounterFields).partial().shape,
  status: z.enum(encounterStates.states).optional().describe('Where it is to stand.'),
  outcome: multiline(2000, 1).nullable().optional().describe('What came of it; null for nothing.'),
  statusReason: reason()
    .optional()
    .describe('Why it is cancelled, or was entered in error; needed for these two.'),
  confidentialityReason: reason().optional().describe('Why a label is removed; needed if one is.'),
  purposeOfUse: purposeOfUse(),
  expectedVersion: version().optional(),
});
export type EncounterChange = z.output<typeof encounterChange>;
