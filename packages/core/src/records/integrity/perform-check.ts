import {
  countsOf,
  type IntegrityCheck,
  type IntegrityCounts,
  type IntegrityScope,
  integrityCheckStates,
  integrityScopes,
  mostFaults,
} from './check.ts';
import { checkAttachments } from './check-attachments.ts';
import { checkClocks } from './check-clocks.ts';
import { checkEntries } from './check-entries.ts';
import { checkLedger } from './check-ledger.ts';
import { checkSearch } from './check-search.ts';
import { checkSignatures } from './check-signatures.ts';
import { integrityChecked } from './events.ts';
import type { CheckedPart, PartOf, Performing } from './part.ts';

const parts: Readonly<Record<IntegrityScope, PartOf>> = {
  audit_chain: checkLedger,
  entries: checkEntries,
  attachments: checkAttachments,
  signatures: checkSignatures,
  search_index: checkSearch,
  retention: checkClocks,
};

/**
 * Does what the check is to do, part by part, and says what came of it. Each part is noted, so that a job goes on where a process
 * was lost. Null: another process has ended it.
 */
export async function performCheck(
  check: IntegrityCheck,
  performing: Performing,
): Promise<IntegrityCheck | null> {
  const { transact, now } = performing;
  let running: IntegrityCheck = {
    ...check,
    status: integrityCheckStates.next(check.status, 'start'),
    startedAt: check.startedAt ?? now,
  };
  if (!(await transact(({ integrityChecks }) => integrityChecks.save(running, check.status)))) return null;
  running = nextVersion(running);
  for (let step = firstStep(running); step !== null; ) {
    const part = await parts[step.scope](running, step.after, performing);
    const next = stepAfter(running, step.scope, part);
    const noted = withPart({ ...running, progress: next }, part);
    const ended = next === null ? endedAt(noted, now) : noted;
    const isOurs = await transact(async (work) => {
      if (!(await work.integrityChecks.save(ended, 'running'))) return false;
      await part.conclude?.(work);
      if (next === null) sayEnded(ended, work.emit);
      return true;
    });
    if (!isOurs) return null;
    [running, step] = [nextVersion(ended), next];
  }
  return running;
}

const nextVersion = (check: IntegrityCheck): IntegrityCheck => ({ ...check, version: check.version + 1 });

type Step = NonNullable<IntegrityCheck['progress']>;

const scopesOf = ({ scope }: IntegrityCheck): readonly IntegrityScope[] =>
  integrityScopes.filter((each) => scope.includes(each));

function firstStep(check: IntegrityCheck): Step | null {
  const [scope] = scopesOf(check);
  return check.progress ?? (scope === undefined ? null : { scope, after: null });
}

function stepAfter(check: IntegrityCheck, scope: IntegrityScope, { after }: CheckedPart): Step | null {
  if (after !== null) return { scope, after };
  const scopes = scopesOf(check);
  const next = scopes[scopes.indexOf(scope) + 1];
  return next === undefined ? null : { scope: next, after: null };
}

const withPart = (check: IntegrityCheck, part: CheckedPart): IntegrityCheck => ({
  ...check,
  checked: sum(check.checked, part.checked),
  unchecked: sum(check.unchecked, part.unchecked ?? {}),
  faults: [...check.faults, ...part.faults].slice(0, mostFaults),
  verification: part.verification ?? check.verification,
});

const sum = (counts: IntegrityCounts, more: Partial<IntegrityCounts>): IntegrityCounts =>
  countsOf((name) => counts[name] + (more[name] ?? 0));

const endedAt = (check: IntegrityCheck, now: string): IntegrityCheck => ({
  ...check,
  status: integrityCheckStates.next(check.status, check.faults.length === 0 ? 'pass' : 'fail'),
  finishedAt: now,
});

function sayEnded({ id, scope, faults }: IntegrityCheck, emit: Parameters<PartConclusion>[0]['emit']): void {
  emit(integrityChecked, {
    ...{ checkId: id, scope: [...scope] },
    ...{ ok: faults.length === 0, faults: faults.length },
  });
}
type PartConclusion = NonNullable<CheckedPart['conclude']>;
