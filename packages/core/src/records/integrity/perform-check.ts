import { verifyLedger } from '../../kernel/ledger/index.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { concludeVerification } from '../audit/conclude-verification.ts';
import { firstFault, type Verification } from '../audit/verification.ts';
import { verificationView } from '../audit/views.ts';
import type { LedgerWalkInput } from '../audit/walk-input.ts';
import { walkLedger } from '../audit/walk-ledger.ts';
import type { RecordsPorts } from '../ports.ts';
import { type IntegrityCheck, integrityCheckStates } from './check.ts';
import { integrityChecked } from './events.ts';

type Inside = RecordsPorts & Pick<FollowUpContext, 'now' | 'emit'>;

export interface Performing {
  readonly ledgerId: string;
  readonly keyRing: Pick<KeyRing, 'open'>;
  readonly now: Instant;
  readonly transact: <T>(work: (context: Inside) => Promise<T>) => Promise<T>;
}

/** Each is decoded and encoded anew, which takes the processor. */
const rowsAtOnce = 500;

/** Does what the check is to do, and says what came of it. Null: another process has ended it. */
export async function performCheck(
  check: IntegrityCheck,
  performing: Performing,
): Promise<IntegrityCheck | null> {
  const { ledgerId, keyRing, transact, now } = performing;
  const started = {
    ...check,
    status: integrityCheckStates.next(check.status, 'start'),
    startedAt: check.startedAt ?? now,
  };
  if (!(await transact(({ integrityChecks }) => integrityChecks.save(started, check.status)))) return null;
  const begun = performance.now();
  const range = { fromSeq: check.fromSeq ?? 1, toSeq: check.toSeq };
  const walked = await walkLedger({
    ledgerId,
    keyRing,
    ...range,
    details: true,
    unit: transact,
    goesOn: () => true,
  });
  if (walked === null) return null;
  const fault = await withCanonicalForm(walked, performing);
  const verification = { ...walked, fault };
  const ended: IntegrityCheck = {
    ...started,
    status: integrityCheckStates.next(started.status, fault === null ? 'pass' : 'fail'),
    eventsChecked: walked.eventsChecked,
    faults: fault === null ? [] : [{ kind: 'event', seq: fault.seq, code: fault.reason }],
    verification: verificationView(verification, {
      durationMs: Math.round(performance.now() - begun),
      verifiedAt: now,
    }),
    finishedAt: now,
  };
  return transact(async (work) => {
    if (!(await work.integrityChecks.save(ended, started.status))) return null;
    await concludeVerification(ledgerId, verification, work);
    const { id: checkId, scope } = ended;
    work.emit(integrityChecked, {
      checkId,
      scope: [...scope],
      ok: fault === null,
      faults: ended.faults.length,
    });
    return ended;
  });
}

/** The walk in the database takes every valid JSON for canonical; this one does not. */
async function withCanonicalForm(
  { fault, fromSeq, toSeq }: Verification,
  { ledgerId, transact }: Performing,
): Promise<Verification['fault']> {
  const last = fault === null ? toSeq : fault.seq - 1;
  if (last < fromSeq) return fault;
  const [before] =
    fromSeq === 1 ? [] : await transact(({ auditTrail }) => auditTrail.rows(fromSeq - 1, fromSeq - 1));
  const { firstBadSeq, reason } = await verifyLedger({
    ledgerId,
    head: null,
    details: null,
    rows: rowsOf(fromSeq, last, transact),
    ...(before && { after: { seq: before.seq, hash: before.hash } }),
  });
  return firstBadSeq === null || reason === null ? fault : firstFault(fault, { seq: firstBadSeq, reason });
}

async function* rowsOf(from: number, to: number, unit: LedgerWalkInput['unit']) {
  for (let at = from; at <= to; at += rowsAtOnce)
    yield* await unit(({ auditTrail }) => auditTrail.rows(at, Math.min(at + rowsAtOnce - 1, to)));
}
