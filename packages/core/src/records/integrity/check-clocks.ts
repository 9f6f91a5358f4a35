import type { PartOf } from './part.ts';

/** Computes the clocks of retention anew and compares them with those that are stored. What a job is about to compute is not compared. */
export const checkClocks: PartOf = async ({ caseId }, after, { transact }) => {
  const compared = await transact(({ caseRetention, now, timeZones }) =>
    caseRetention.compared(caseId, after, { now, timeZones }),
  );
  return {
    after: compared.after,
    checked: { clocks: compared.checked - compared.waiting },
    unchecked: { clocks: compared.waiting },
    faults: compared.faults.map(({ caseId: id, code }) => ({ kind: 'clock', id, code })),
  };
};
