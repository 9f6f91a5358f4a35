import {
  type ClaimedJob,
  type JobError,
  PermanentJobError,
  RemoteBusy,
  RetryLater,
  retryDelaySeconds,
} from '../kernel/outbox.ts';
import { MailRefused } from '../kernel/ports.ts';
import type { Reaction, ScheduledTopic } from '../kernel/reaction.ts';
import { plusSeconds } from '../kernel/time.ts';
import { reactingContext } from './follow-ups.ts';
import type { ChanceryPorts } from './ports.ts';

/** How one run of a job ended: done, to be tried again, or failed for good. */
export type JobOutcome = 'succeeded' | 'retried' | 'dead';

/** Runs around each run of a job, as traces and counts do. It runs what it is given once, and passes its outcome on. */
export type AroundJob = (job: ClaimedJob, run: () => Promise<JobOutcome>) => Promise<JobOutcome>;

/** One run of a job: its handler, then the outcome, written under the attempt that was claimed; `succeeded` writes a success. */
export async function runJob(
  ports: ChanceryPorts,
  handler: Reaction | ScheduledTopic | undefined,
  job: ClaimedJob,
  succeeded: () => Promise<void>,
): Promise<JobOutcome> {
  const { jobs, clock } = ports;
  if (handler === undefined) {
    const reason = { code: 'topic.unknown', message: `No handler for ${job.topic}` };
    await jobs.bury(job.id, job.attempts, reason, clock.now());
    return 'dead';
  }
  try {
    if (job.attempts > mostRuns(handler, job))
      throw new PermanentJobError(workerLost.code, workerLost.message);
    const context = reactingContext(ports, handler, job);
    if (handler.kind === 'scheduled') await handler.run(context);
    else await handler.run(payloadOf(handler, job), context);
  } catch (error) {
    return settleFailure(ports, handler, job, error);
  }
  await succeeded();
  return 'succeeded';
}

const workerLost = {
  code: 'job.worker_lost',
  message: 'Its worker ended without an answer in its last attempt',
};

/** How often the handler itself may run; the attempt after that only gives up. */
const mostRuns = (handler: Reaction | ScheduledTopic, { maxAttempts }: ClaimedJob): number =>
  handler.kind === 'reaction' && handler.givenUp !== undefined ? maxAttempts - 1 : maxAttempts;

async function settleFailure(
  ports: ChanceryPorts,
  handler: Reaction | ScheduledTopic,
  job: ClaimedJob,
  error: unknown,
): Promise<JobOutcome> {
  const { jobs, clock, log, random } = ports;
  const permanent =
    error instanceof PermanentJobError ||
    error instanceof MailRefused ||
    job.attempts >= mostRuns(handler, job);
  const reason = reasonOf(error);
  log.warn(
    { jobId: job.id, topic: job.topic, attempt: job.attempts, code: reason.code, permanent },
    'job failed',
  );
  if (permanent && (await giveUp(ports, handler, job))) {
    await jobs.bury(job.id, job.attempts, reason, clock.now());
    return 'dead';
  }
  const { policy } = handler;
  const roll = (random.bytes(1)[0] ?? 0) / 256;
  const delay = delayAfter(error, retryDelaySeconds(policy, job.attempts + 1, roll));
  await jobs.retry(job.id, job.attempts, plusSeconds(clock.now(), delay), reason, clock.now());
  return 'retried';
}

/** Runs what follows from giving up; false if that failed and there is another attempt at it. */
async function giveUp(
  ports: ChanceryPorts,
  handler: Reaction | ScheduledTopic,
  job: ClaimedJob,
): Promise<boolean> {
  if (handler.kind === 'scheduled' || handler.givenUp === undefined) return true;
  const payload = handler.payload.safeParse(job.payload);
  if (!payload.success) return true;
  try {
    await handler.givenUp(payload.data, reactingContext(ports, handler, job));
    return true;
  } catch (error) {
    const { code } = reasonOf(error);
    ports.log.error({ jobId: job.id, topic: job.topic, code }, 'what follows from giving a job up failed');
    return job.attempts >= job.maxAttempts;
  }
}

/** What its schema refuses will be refused at every attempt (JOB-5). */
function payloadOf(reaction: Reaction, job: ClaimedJob): unknown {
  const payload = reaction.payload.safeParse(job.payload);
  if (!payload.success)
    throw new PermanentJobError('payload.invalid', `The payload is not one of ${reaction.topic}`);
  return payload.data;
}

/** `Retry-After` counts if it is longer than the delay of the policy; a schedule of the topic's own counts always. */
function delayAfter(error: unknown, policySeconds: number): number {
  if (error instanceof RetryLater) return error.afterSeconds;
  return error instanceof RemoteBusy ? Math.max(policySeconds, error.retryAfterSeconds) : policySeconds;
}

/** A code and a short text without addresses or tokens (JOB-9). */
function reasonOf(error: unknown): JobError {
  const code =
    error instanceof PermanentJobError || error instanceof RemoteBusy || error instanceof RetryLater
      ? error.code
      : error instanceof MailRefused
        ? 'mail.refused'
        : 'job.failed';
  const text = error instanceof Error ? error.message : String(error);
  const message = text
    .replace(/(?<![\w.+-])[\w.+-]+@[\w.-]+/g, '[address]')
    .replace(/[A-Za-z0-9_-]{40,}/g, '[redacted]')
    .slice(0, 500);
  return { code, message };
}
