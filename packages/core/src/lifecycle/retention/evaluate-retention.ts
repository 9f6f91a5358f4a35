import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { retentionJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, scheduled } from '../ports.ts';
import { type RetentionCandidate, resumed, retentionCandidateStates } from './candidate.ts';
import { settleHeld } from './held-candidates.ts';
import type { DueDocuments } from './ports.ts';
import { proposeDestruction } from './propose-destruction.ts';
import { savedCandidate } from './saved-candidate.ts';

const batch = 100;

/**
 * Each night: proposes what may be destroyed, and takes up again what was put off until a day that has come. Nothing is ever
 * destroyed by it (RET-6).
 */
export const evaluateRetention = scheduled(
  {
    topic: 'lifecycle.evaluate_retention',
    cron: '0 3 * * *',
    policy: retentionJobs,
    databaseRole: 'identity',
  },
  async (context) => {
    const { now } = context;
    await inBatches(
      (after) => context.read(({ retentionSweep }) => retentionSweep.due(now, after, batch)),
      (documentIds, work) => proposeDestruction(documentIds, work),
      context,
    );
    // Somewhere on earth it is this day already.
    const today = daysLater(now.slice(0, 10), 1);
    await inBatches(
      (after) => context.read(({ retentionSweep }) => retentionSweep.waiting(today, after, batch)),
      takeUp,
      context,
    );
  },
);

type Work = Parameters<Parameters<LifecycleReacting['transact']>[0]>[0];

async function inBatches(
  next: (after: string | null) => Promise<readonly DueDocuments[]>,
  settle: (documentIds: readonly string[], work: Work) => Promise<void>,
  { transact }: LifecycleReacting,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const groups: readonly DueDocuments[] = await next(after);
    for (const { workspaceId, documentIds } of groups)
      await transact(async (work) => {
        work.enter(workspaceId);
        await settle(documentIds, work);
      });
    const ids: readonly string[] = groups.flatMap(({ documentIds }) => documentIds);
    if (ids.length < batch) return;
    after = ids.toSorted().at(-1) ?? null;
  }
}

/** What was deferred or kept until today is pending again, unless it is on hold; a hold that is gone blocks nothing any more. */
async function takeUp(documentIds: readonly string[], work: Work): Promise<void> {
  for (const documentId of documentIds.toSorted()) {
    if ((await work.documentLibrary.get(documentId, 'for update')) === null) continue;
    const [candidate] = await work.retentionCandidates.liveOf([documentId]);
    if (candidate !== undefined && (await hasCome(candidate, work)))
      await savedCandidate(candidate, resumed(candidate, work.now), work);
    await settleHeld(documentId, work);
  }
}

async function hasCome(
  { documentId, status, deferredUntil, retainUntil }: RetentionCandidate,
  { lifecycles, now, timeZones }: LifecyclePorts & Pick<Work, 'now' | 'timeZones'>,
): Promise<boolean> {
  const day: PlainDate | null = deferredUntil ?? retainUntil;
  if (day === null || !retentionCandidateStates.can(status, 'resume')) return false;
  const { timeZone } = await lifecycles.read(documentId, now);
  return localDate(now, timeZone, timeZones) >= day;
}
