import { localDate } from '../../kernel/plain-dates.ts';
import type { ComparedClocks } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { clocksAtOnce, everyCase, reckoningOf } from './recompute.ts';
import {
  type ClockFacts,
  computedClock,
  type Reckoning,
  type StoredClock,
  sameClock,
  stateOn,
} from './stored-clock.ts';

type Context = Pick<
  GovernancePorts,
  'retentionClocks' | 'retentionPolicies' | 'workspaceIdentity' | 'jobControl'
> &
  Pick<Reckoning, 'now' | 'timeZones'>;

/** The stored clocks beside what they are computed from at this moment, for a case or the next ones of all. */
export async function comparedClocks(
  caseId: string | null,
  after: string | null,
  context: Context,
): Promise<ComparedClocks> {
  const scope = { ...everyCase, caseIds: caseId === null ? null : [caseId] };
  const [facts, reckoning] = [
    await context.retentionClocks.facts(scope, after, clocksAtOnce),
    await reckoningOf(context),
  ];
  const differing = facts.flatMap((each) => {
    const code = faultOf(each, reckoning);
    return code === null ? [] : [{ caseId: each.caseId, code }];
  });
  const isWaiting = differing.length === 0 ? () => false : await casesWithJobs(context);
  const faults = differing.filter((each) => !isWaiting(each.caseId));
  return {
    after: facts.length < clocksAtOnce ? null : (facts.at(-1)?.caseId ?? null),
    checked: facts.length,
    waiting: differing.length - faults.length,
    faults,
  };
}

function faultOf(facts: ClockFacts, reckoning: Reckoning): ComparedClocks['faults'][number]['code'] | null {
  const today = localDate(reckoning.now, reckoning.zone, reckoning.timeZones);
  const { stored } = facts;
  const clock = computedClock(facts, reckoning);
  if (stored === null) return clock === null ? null : 'missing';
  if (clock === null) return 'unexpected';
  // That its day has come is noted once a day, and nothing depends on it.
  const asOfToday = (of: StoredClock) => ({ ...of, state: stateOn(of, today) });
  return sameClock(asOfToday(stored), asOfToday(clock)) ? null : 'differs';
}

const openStatuses = ['pending', 'running', 'retrying'] as const;
const mostJobs = 1000;

/** Which cases a job is about to compute the clock of: one about a case that case, any other whichever. */
async function casesWithJobs({
  jobControl,
}: Pick<GovernancePorts, 'jobControl'>): Promise<(caseId: string) => boolean> {
  const filter = { contexts: ['governance'], statuses: openStatuses, topic: null };
  const jobs = (await jobControl.list(filter, null, mostJobs)).filter(({ topic }) =>
    topic.startsWith('retention.recompute'),
  );
  const isOfAny = jobs.some(({ aggregateType }) => aggregateType !== 'case');
  const cases = new Set(jobs.map(({ aggregateId }) => aggregateId));
  return (caseId) => isOfAny || cases.has(caseId);
}
