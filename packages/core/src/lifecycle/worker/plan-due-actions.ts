import { type Instant, plusDays } from '../../kernel/time.ts';
import { planJobs } from '../jobs.ts';
import { type LifecycleReacting, scheduled } from '../ports.ts';
import { eachDocumentToPlan } from './each-document-to-plan.ts';
import { planDocuments } from './plan-documents.ts';

/** How far the plan of every quarter of an hour looks ahead, and that of every night. */
const [hoursAhead, nightDays] = [24, 90];

const planJob = { policy: planJobs, databaseRole: 'identity' } as const;

/** Plans what is to happen for documents within a day, and what changed since it last looked. */
export const planDueActions = scheduled(
  { ...planJob, topic: 'lifecycle.plan', cron: '*/15 * * * *' },
  (context) => planUntil(plusDays(context.now, hoursAhead / 24), context),
);

/** Plans once a night what is to happen within three months, so that people see it. */
export const planAllActions = scheduled(
  { ...planJob, topic: 'lifecycle.plan_all', cron: '10 2 * * *' },
  (context) => planUntil(plusDays(context.now, nightDays), context),
);

const planUntil = (horizonEnd: Instant, context: LifecycleReacting): Promise<void> =>
  eachDocumentToPlan(
    horizonEnd,
    (documentIds, work) => planDocuments(documentIds, { horizonEnd, kinds: null }, work),
    context,
  );
