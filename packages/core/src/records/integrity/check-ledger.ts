import { verifyLedger } from '../../kernel/ledger/index.ts';
import { concludeVerification } from '../audit/conclude-verification.ts';
import { firstFault, type Verification } from '../audit/verification.ts';
import { verificationView } from '../audit/views.ts';
import type { LedgerWalkInput } from '../audit/walk-input.ts';
import { walkLedger } from '../audit/walk-ledger.ts';
import type { PartOf, Performing } from './part.ts';

/** Each is decoded and encoded anew, which takes the processor. */
const rowsAtOnce = 500;

/** The whole range in one part: what was walked before a process was lost is walked again. */
export const checkLedger: PartOf = async ({ fromSeq, toSeq }, _, performing) => {
  const { workspaceId: ledgerId, keyRing, keyVault, transact, now } = performing;
  const begun = performance.now();
  const walked = await walkLedger({
    ...{ ledgerId, keyRing, keyVault, fromSeq: fromSeq ?? 1, toSeq },
    details: true,
    unit: transact,
    goesOn: () => true,
  });
  if (walked === null) throw new TypeError('Nothing stops the walk of a check');
  const fault = await withCanonicalForm(walked, performing);
  const verification = { ...walked, fault };
  return {
    after: null,
    checked: { events: walked.eventsChecked },
    faults: fault === null ? [] : [{ kind: 'event', seq: fault.seq, code: fault.reason }],
    verification: verificationView(verification, {
      durationMs: Math.round(performance.now() - begun),
      verifiedAt: now,
    }),
    conclude: (work) => concludeVerification(ledgerId, verification, work),
  };
};

/** The walk in the database takes every valid JSON for canonical; this one does not. */
async function withCanonicalForm(
  { fault, fromSeq, toSeq }: Verification,
  { workspaceId: ledgerId, transact }: Performing,
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
