import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { VerificationView } from '../audit/views.ts';
import { type IntegrityCheck, integrityCheckStates, integrityScopes } from './check.ts';

export const IntegrityCheckView = z
  .object({
    id: shown.ownId(),
    scope: z.array(z.enum(integrityScopes)).describe('What is checked.'),
    fromSeq: z.int().nullable().describe('The first event; null for the beginning of the ledger.'),
    toSeq: z.int().nullable().describe('The last event; null for the newest.'),
    status: z.enum(integrityCheckStates.states).describe('How far it is, and how it ended.'),
    checked: z
      .object({ events: z.int().describe('How many events were checked.') })
      .describe('How much was checked.'),
    faults: z
      .array(
        z.object({
          kind: z.literal('event').describe('What is wrong.'),
          seq: z.int().describe('The number of the event.'),
          code: z.string().describe('What is wrong with it.'),
        }),
      )
      .describe('What was found to be wrong; empty if nothing was.'),
    createdAt: shown.createdAt(),
    startedAt: shown.instant().nullable().describe('When it began; null if it waits.'),
    finishedAt: shown.instant().nullable().describe('When it ended; null until then.'),
    verification: VerificationView.nullable().describe(
      'What was found about the ledger; null until it ends.',
    ),
  })
  .meta({ id: 'IntegrityCheck', description: 'A check of what is stored against what was written.' });

export const checkView = ({
  eventsChecked,
  scope,
  faults,
  ...check
}: IntegrityCheck): z.input<typeof IntegrityCheckView> => ({
  ...check,
  scope: [...scope],
  faults: [...faults],
  checked: { events: eventsChecked },
});
