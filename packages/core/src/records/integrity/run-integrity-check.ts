import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { onLedger } from '../audit/audit-permissions.ts';
import { ledgerAsker } from '../audit/reader.ts';
import { caseId } from '../cases/case-fields.ts';
import { caseNotFound } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { action } from '../ports.ts';
import { type IntegrityCheck, integrityCheckStates, integrityScopes, noCounts } from './check.ts';
import { integrityCheckRunning } from './errors.ts';
import { integrityCheckQueued } from './events.ts';
import { performCheck } from './perform-check.ts';
import { IntegrityCheckView, shownChecks } from './views.ts';

/** A check of more events, or of more of anything else, is left to a job. */
const mostInRequest = 50_000;
const mostRecords = 1000;
const mostBytes = 256 * 1024 * 1024;
/** After so long a job looks whether the request that performed the check has ended it. */
const patienceMinutes = 5;

const seq = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional();

export const runIntegrityCheck = action({
  summary: 'Check what is stored against what was written',
  description:
    'Recomputes the audit ledger with the canonical form of each event; opens entries and files and compares them with their hashes, and these with the ledger; verifies signatures; compares the search index with what the records say, and the clocks of retention with what they are computed from. It names what it finds, and counts what it could not compare. Of more than 50,000 events, or a thousand of anything else, a job does it, and the list of checks has its result.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records integrity check' },
  input: z.strictObject({
    scope: z
      .array(z.enum(integrityScopes))
      .min(1)
      .max(6)
      .transform((scope) => [...new Set(scope)])
      .describe('What to check.'),
    caseId: caseId()
      .optional()
      .describe('The case that everything but the ledger is looked at of; by default all.'),
    fromSeq: seq().describe('The first event; by default the first of the ledger.'),
    toSeq: seq().describe('The last event; by default the newest.'),
    sampleRate: z
      .number()
      .min(0.001)
      .max(1)
      .default(1)
      .describe('Which part of the files is read; all of them by default.'),
  }),
  output: z.object({ check: IntegrityCheckView }),
  errors: [integrityCheckRunning, caseNotFound],

  find: ledgerAsker,
  may: onLedger('verify'),

  async prepare({ scope, caseId: ofCase = null, fromSeq = null, toSeq = null, sampleRate }, context) {
    if (fromSeq !== null && toSeq !== null && toSeq < fromSeq)
      throw invalidField(
        '/toSeq',
        'field.out_of_range',
        'Give the number of an event that is not before fromSeq.',
      );
    const { transact, now, newId, user } = context;
    const check: IntegrityCheck = {
      ...{ id: newId(), scope, caseId: ofCase, fromSeq, toSeq, sampleRate },
      ...{ status: integrityCheckStates.begin('queued'), checked: noCounts, unchecked: noCounts },
      ...{ faults: [], verification: null, progress: null },
      ...{ createdAt: now, startedAt: null, finishedAt: null },
      ...{ createdByUserId: user.userId, version: 1 },
    };
    const isShort = await transact(async (work) => {
      const { integrityChecks, emit } = work;
      if (ofCase !== null) await requireCase(ofCase, work);
      await integrityChecks.add(check);
      const short = (await isShortWalk(check, work)) && (await areFewRecords(check, work));
      // The job also ends what a process was lost over.
      emit(integrityCheckQueued, {
        checkId: check.id,
        dueAt: short ? plusMinutes(now, patienceMinutes) : now,
      });
      return short;
    });
    if (!isShort) return check;
    return (await performCheck(check, context)) ?? check;
  },

  async run(_, context) {
    const [check] = await shownChecks([context.prepared], context);
    // One check was performed.
    return { check: check as NonNullable<typeof check> };
  },
});

/** For whom the wall of a case keeps away, the case does not exist. */
async function requireCase(
  caseId: string,
  { cases, user }: Pick<RecordsPorts, 'cases'> & Pick<HandlerContext, 'user'>,
): Promise<void> {
  const found = await cases.find(caseId);
  if (found === null || found.blockedUserIds.includes(user.userId)) throw caseNotFound();
}

async function isShortWalk(
  { scope, fromSeq, toSeq }: IntegrityCheck,
  { auditTrail }: Pick<RecordsPorts, 'auditTrail'>,
): Promise<boolean> {
  if (!scope.includes('audit_chain')) return true;
  const head = await auditTrail.head();
  const last = Math.min(toSeq ?? Number.MAX_SAFE_INTEGER, head?.seq ?? 0);
  return last - (fromSeq ?? 1) < mostInRequest;
}

async function areFewRecords(
  { scope, caseId: ofCase }: IntegrityCheck,
  { integrityChecks }: Pick<RecordsPorts, 'integrityChecks'>,
): Promise<boolean> {
  if (scope.every((each) => each === 'audit_chain')) return true;
  const { cases, entries, attachments, attachmentBytes } = await integrityChecks.size(
    ofCase,
    mostRecords + 1,
  );
  return (
    Math.max(cases, entries) <= mostRecords &&
    (!scope.includes('attachments') || (attachments <= mostRecords && attachmentBytes <= mostBytes))
  );
}
