import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { retentionJobs } from '../jobs.ts';
import { type LifecyclePorts, scheduled } from '../ports.ts';
import { settleByWorkspace } from '../sweep.ts';
import { type RetentionCandidate, resumed, retentionCandidateStates } from './candidate.ts';
import { settleHeld } from './held-candidates.ts';
import type { DueDisposition } from './ports.ts';
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
    const { now, read } = context;
    const due: Find = (after, most) =>
      read(({ retentionSweep }) => retentionSweep.due(now, after?.documentId ?? null, most));
    await settleByWorkspace(
      { most: batch, find: due },
      (found, work) => proposeDestruction(idsOf(found), work),
      context,
    );
    // Somewhere on earth it is this day already.
    const today = daysLater(now.slice(0, 10), 1);
    const waiting: Find = (after, most) =>
      read(({ retentionSweep }) => retentionSweep.waiting(today, after?.documentId ?? null, most));
    await settleByWorkspace(
      { most: batch, find: waiting },
      (found, work) => takeUp(idsOf(found), work),
      context,
    );
  },
);

type Find = (after: DueDisposition | null, most: number) => Promise<readonly DueDisposition[]>;
const idsOf = (found: readonly DueDisposition[]) => found.map(({ documentId }) => documentId);

type Work = LifecyclePorts & FollowUpContext;

/** What was deferred or kept until today is pending again, unless it is on hold; a hold that is gone blocks nothing any more. */
async function takeUp(documentIds: readonly string[], work: Work): Promise<void> {
  for (const documentId of documentIds) {
    if ((await work.documentLibrary.get(documentId, 'for update')) === null) continue;
    const [candidate] = await work.retentionCandidates.liveOf([documentId]);
    if (candidate !== undefined && (await hasCome(candidate, work)))
      await savedCandidate(candidate, resumed(candidate, work.now), work);
    await settleHeld(documentId, work);
  }
}

async function hasCome(
  { documentId, status, deferredUntil, retainUntil }: RetentionCandidate,
  { lifecycles, now, timeZones }: Work,
): Promise<boolean> {
  const day: PlainDate | null = deferredUntil ?? retainUntil;
  if (day === null || !retentionCandidateStates.can(status, 'resume')) return false;
  const { timeZone } = await lifecycles.read(documentId, now);
  return localDate(now, timeZone, timeZones) >= day;
}
