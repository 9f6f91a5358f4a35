import type { WritingContext } from '../../kernel/handler-context.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import { jobNotFound } from './errors.ts';
import { jobAcknowledged, jobReplayed } from './events.ts';
import { acknowledged, type Job, replayed } from './job.ts';
import type { ContextJobFilter, StuckJobs, WorkspaceJobs } from './ports.ts';

type Context = Pick<WritingContext, 'now' | 'emit'>;

/** Lets a context whose things are worked by jobs have one run again, or put aside, by the rules of all jobs (JOB-7, JOB-8). */
export interface JobControl {
  /** The job, or `job.not_found`; also if it belongs to none of these contexts. */
  get(jobId: string, contexts: readonly string[]): Promise<Job>;
  /** Jobs of these contexts in these states, newest first, after the cursor key [createdAt, id]; `limit + 1` rows. */
  list(filter: ContextJobFilter, after: CursorKey | null, limit: number): Promise<readonly Job[]>;
  /** What of these contexts waits for its next attempt, or for a person. */
  stuck(contexts: readonly string[]): Promise<StuckJobs>;
  /** The job in its new state; throws `job.not_found` or `job.invalid_state`. */
  replay(jobId: string, reason: string | null, context: Context): Promise<Job>;
  acknowledge(jobId: string, byUserId: string, reason: string, context: Context): Promise<Job>;
}

export const jobControl = (own: () => { readonly jobs: WorkspaceJobs }): JobControl => ({
  async get(jobId, contexts) {
    const job = await own().jobs.get(jobId);
    if (!contexts.includes(job.context)) throw jobNotFound();
    return job;
  },
  list: (filter, after, limit) => own().jobs.ofContexts(filter, after, limit),
  stuck: (contexts) => own().jobs.stuckOf(contexts),
  async replay(jobId, reason, context) {
    const { jobs } = own();
    return replayJobOf(await jobs.get(jobId), reason, { jobs, ...context });
  },
  async acknowledge(jobId, byUserId, reason, context) {
    const { jobs } = own();
    return acknowledgeJobOf(await jobs.get(jobId), byUserId, reason, { jobs, ...context });
  },
});

type JobContext = Context & { readonly jobs: WorkspaceJobs };

export async function replayJobOf(
  before: Job,
  reason: string | null,
  { jobs, now, emit }: JobContext,
): Promise<Job> {
  const job = replayed(before, now);
  await jobs.save(job, before);
  emit(jobReplayed, { jobId: job.id, topic: job.topic, replayCount: job.replayCount, reason });
  return job;
}

export async function acknowledgeJobOf(
  before: Job,
  byUserId: string,
  reason: string,
  { jobs, now, emit }: JobContext,
): Promise<Job> {
  const job = acknowledged(before, byUserId, reason, now);
  await jobs.save(job, before);
  emit(jobAcknowledged, { jobId: job.id, topic: job.topic, reason });
  return job;
}
