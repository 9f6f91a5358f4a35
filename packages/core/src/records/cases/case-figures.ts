import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { keptStates } from './case-retention.ts';

/** What a case shows of its retention, of its holds and of how much is in it (records 4.3). */
export const KeptCaseView = z
  .object({
    policyId: z.uuid().nullable().describe('The policy that holds for it; null for none.'),
    policyName: z.string().nullable().describe('What people call the policy; null for none.'),
    state: z.enum(keptStates).describe('Where the time for which it is kept stands.'),
    triggerDate: shown.date().nullable().describe('The day from which it is counted; null before that.'),
    dueOn: shown
      .date()
      .nullable()
      .describe('The first day on which it may be disposed of; null for never yet.'),
    onHold: z.boolean().describe('Whether a hold keeps it longer.'),
  })
  .meta({ id: 'KeptCase', description: 'How long a case is kept.' });

export const CoveringHoldView = z
  .object({
    id: shown.ownId(),
    holdNumber: z.string().describe('The number for people, given once.'),
    name: z.string().describe('What people call it.'),
  })
  .meta({ id: 'CoveringHold', description: 'A hold that is on a case.' });

const count = z.int();
export const CaseContentsView = z
  .object({
    encounters: count.describe('Encounters.'),
    entries: count.describe('Entries.'),
    entriesFinalized: count.describe('Entries that were signed.'),
    entriesAwaitingSignature: count.describe(
      'Entries that are approved and wait for the signature of their author.',
    ),
    followUpsOpen: count.describe('What is still to be done.'),
    followUpsOverdue: count.describe('What of this is late.'),
    attachments: count.describe('Files in the entries.'),
  })
  .meta({ id: 'CaseContents', description: 'How much there is in a case, as far as you see it.' });
