import { z } from 'zod';
import { plusMinutes } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { action } from '../ports.ts';
import { type IntegrityCheck, integrityCheckStates, integrityScopes } from './check.ts';
import { integrityCheckRunning } from './errors.ts';
import { integrityCheckQueued } from './events.ts';
import { performCheck } from './perform-check.ts';
import { checkView, IntegrityCheckView } from './views.ts';

/** A check of more events is left to a job. */
const mostInRequest = 50_000;
/** After so long a job looks whether the request that performed the check has ended it. */
const patienceMinutes = 5;

const seq = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional();

export const runIntegrityCheck = action({
  summary: 'Check what is stored against what was written',
  description:
    'Recomputes the audit ledger with the canonical form of each event. Of more than 50,000 events a job does it, and the list of checks has its result.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'records integrity check' },
  input: z.strictObject({
    scope: z
      .array(z.enum(integrityScopes))
      .min(1)
      .max(6)
      .transform((scope) => [...new Set(scope)])
      .describe('What to check.'),
    fromSeq: seq().describe('The first event; by default the first of the ledger.'),
    toSeq: seq().describe('The last event; by default the newest.'),
  }),
  output: z.object({ check: IntegrityCheckView }),
  errors: [integrityCheckRunning],

  async prepare({ scope, fromSeq = null, toSeq = null }, context) {
    if (fromSeq !== null && toSeq !== null && toSeq < fromSeq)
      throw invalidField(
        '/toSeq',
        'field.out_of_range',
        'Give the number of an event that is not before fromSeq.',
      );
    const { transact, workspaceId, keyRing, now, newId } = context;
    const check: IntegrityCheck = {
      ...{ id: newId(), scope, fromSeq, toSeq, status: integrityCheckStates.begin('queued') },
      ...{ eventsChecked: 0, faults: [], verification: null },
      ...{ createdAt: now, startedAt: null, finishedAt: null },
    };
    const isShort = await transact(async ({ integrityChecks, auditTrail, emit }) => {
      await integrityChecks.add(check);
      const head = await auditTrail.head();
      const last = Math.min(toSeq ?? Number.MAX_SAFE_INTEGER, head?.seq ?? 0);
      const short = last - (fromSeq ?? 1) < mostInRequest;
      // The job also ends what a process was lost over.
      emit(integrityCheckQueued, {
        checkId: check.id,
        dueAt: short ? plusMinutes(now, patienceMinutes) : now,
      });
      return short;
    });
    if (!isShort) return check;
    return (await performCheck(check, { ledgerId: workspaceId, keyRing, now, transact })) ?? check;
  },

  run: async (_, { prepared }) => ({ check: checkView(prepared) }),
});
