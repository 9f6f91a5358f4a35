import {
  type ClaimedJob,
  defaultJobPolicy,
  type JobError,
  type NewJob,
  PermanentJobError,
  RemoteBusy,
  RetryLater,
  retryDelaySeconds,
  type TopicLeases,
} from '../kernel/outbox.ts';
import { MailRefused } from '../kernel/ports.ts';
import { ticksDue } from '../kernel/schedule.ts';
import { plusSeconds } from '../kernel/time.ts';
import type { Reaction, ScheduledTopic } from '../kernel/use-case.ts';
import { reactions, scheduledTopics } from './declarations.ts';
import { reactingContext } from './follow-ups.ts';
import type { ChanceryPorts } from './ports.ts';
import { wake } from './wake.ts';

export interface Worker {
  /** Enqueues a scheduled topic at once, whatever its clock says, and works until nothing is due. */
  run(topic: string): Promise<void>;
  /** Enqueues what the schedules ask for since the last tick; `start` does so by itself. */
  tick(): Promise<void>;
  /** Works what is due on every queue until nothing is; resolves with the number of jobs run. For tests and scripts. */
  drain(): Promise<number>;
  /** Starts consuming wake-ups and polling; resolves once consuming. */
  start(): Promise<void>;
  /** Takes no further job and waits for the running ones. */
  stop(): Promise<void>;
  /** Gives back the leases of what still runs, so that others need not wait for their end; what it did counts for nothing. */
  release(): Promise<void>;
}

/** Jobs worked at once per queue (platform 7). */
const consumers: Readonly<Record<string, number>> = {
  mail: 5,
  sms: 2,
  identity: 2,
  system: 1,
  upload: 2,
  billing: 1,
  webhook: 20,
  meetings: 4,
  documents: 4,
  lifecycle: 4,
  extraction: 1,
  records: 4,
};

/** How often the schedules are looked at; their finest step is a minute. */
const tickMilliseconds = 15_000;

/** Runs the reactions and the scheduled topics out of the outbox: wake-ups by the queue, truth in the jobs table, a poll for what was missed. */
export function createWorker(
  ports: ChanceryPorts,
  { pollMilliseconds = 1000 }: { pollMilliseconds?: number } = {},
): Worker {
  const topics: readonly (Reaction | ScheduledTopic)[] = [...reactions(), ...scheduledTopics()];
  const byTopic = new Map(topics.map((handler) => [handler.topic, handler]));
  const queues = [...new Set(topics.map(({ policy }) => policy.queue))];
  const leases: TopicLeases = {
    ...Object.fromEntries(topics.map(({ topic, policy }) => [topic, policy.leaseSeconds])),
    '': defaultJobPolicy.leaseSeconds,
  };
  /** What this worker holds, by job id. */
  const held = new Map<string, { readonly job: ClaimedJob; readonly ended: Promise<void> }>();
  const filling = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  const busy = new Map<string, number>();
  const ticks = new Set<Promise<void>>();
  let begun = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let clockTimer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;

  /** Claims for the free slots of a queue; one claim at a time, and what asks meanwhile is answered by the next. */
  function fill(queue: string): Promise<void> {
    wanted.add(queue);
    const current = filling.get(queue);
    if (current !== undefined) return current;
    const filled = (async () => {
      while (wanted.delete(queue)) await claim(queue);
    })().finally(() => filling.delete(queue));
    filling.set(queue, filled);
    return filled;
  }

  async function claim(queue: string): Promise<void> {
    const free = (consumers[queue] ?? 1) - (busy.get(queue) ?? 0);
    if (free <= 0 || stopped) return;
    const jobs = await ports.jobs.claim(queue, free, leases, ports.clock.now());
    for (const job of jobs) {
      if (stopped) await ports.jobs.release(job.id, job.attempts, ports.clock.now());
      else begin(job);
    }
  }

  /** A slot is filled again as soon as its job ends, however long the others take. */
  function begin(job: ClaimedJob): void {
    begun += 1;
    busy.set(job.queue, (busy.get(job.queue) ?? 0) + 1);
    const ended = runJob(ports, byTopic.get(job.topic), job)
      .catch((error: unknown) => {
        const fields = { jobId: job.id, topic: job.topic, error: String(error) };
        ports.log.warn(fields, 'the outcome of a job could not be written; its lease gives it out again');
      })
      .finally(() => {
        held.delete(job.id);
        busy.set(job.queue, (busy.get(job.queue) ?? 1) - 1);
        if (!stopped) void fillQuietly(job.queue);
      });
    held.set(job.id, { job, ended });
  }

  const fillQuietly = (queue: string): Promise<void> =>
    fill(queue).catch((error: unknown) =>
      ports.log.warn({ queue, error: String(error) }, 'queue could not be worked; the poll tries again'),
    );

  /** A wake-up is answered when the job that it names has ended here, or is not this worker's. */
  async function wakeUp(queue: string, jobId: string): Promise<void> {
    await fillQuietly(queue);
    await held.get(jobId)?.ended;
  }

  async function idle(): Promise<void> {
    while (held.size > 0 || filling.size > 0)
      await Promise.all([...[...held.values()].map(({ ended }) => ended), ...filling.values()]);
  }

  async function tick(): Promise<void> {
    const now = ports.clock.now();
    for (const { topic, at } of ticksDue(scheduledTopics(), now)) {
      const job = scheduledJob(ports, topic);
      if (await ports.jobs.tick(at, job)) wake(ports, [job]);
    }
  }

  return {
    tick,
    async run(name) {
      const topic = scheduledTopics().find((known) => known.topic === name);
      if (topic === undefined) throw new TypeError(`No scheduled topic ${name}`);
      const job = scheduledJob(ports, topic);
      await ports.unitOfWork.run('write', 'worker', (transaction) => transaction.enqueue([job]));
      await this.drain();
    },
    async drain() {
      const before = begun;
      for (let last = -1; last !== begun; ) {
        last = begun;
        await Promise.all(queues.map(fill));
        await idle();
      }
      return begun - before;
    },
    async start() {
      await Promise.all(
        queues.map((queue) =>
          ports.queue.consume(queue, consumers[queue] ?? 1, (jobId) => wakeUp(queue, jobId)),
        ),
      );
      timer = setInterval(() => {
        for (const queue of queues) void fillQuietly(queue);
      }, pollMilliseconds);
      const ticking = () => {
        const run = tick().catch((error: unknown) =>
          ports.log.warn({ error: String(error) }, 'schedules could not be read; the next tick tries again'),
        );
        ticks.add(run);
        void run.finally(() => ticks.delete(run));
      };
      clockTimer = setInterval(ticking, tickMilliseconds);
      ticking();
    },
    async stop() {
      clearInterval(timer);
      clearInterval(clockTimer);
      stopped = true;
      await Promise.all([...ticks, idle()]);
    },
    async release() {
      stopped = true;
      for (const { job } of held.values()) {
        await ports.jobs.release(job.id, job.attempts, ports.clock.now());
      }
    },
  };
}

function scheduledJob({ ids, clock }: ChanceryPorts, { topic, policy }: ScheduledTopic): NewJob {
  const id = ids.uuid7();
  const now = clock.now();
  return {
    id,
    workspaceId: null,
    queue: policy.queue,
    topic,
    payload: {},
    orderingKey: null,
    availableAt: now,
    maxAttempts: policy.maxAttempts,
    correlationId: id,
    createdAt: now,
  };
}

async function runJob(
  ports: ChanceryPorts,
  handler: Reaction | ScheduledTopic | undefined,
  job: ClaimedJob,
): Promise<void> {
  const { jobs, clock, log } = ports;
  if (handler === undefined) {
    await jobs.bury(
      job.id,
      job.attempts,
      { code: 'topic.unknown', message: `No handler for ${job.topic}` },
      clock.now(),
    );
    return;
  }
  try {
    const context = reactingContext(ports, handler, job);
    if (handler.kind === 'scheduled') await handler.run(context);
    else await handler.run(payloadOf(handler, job), context);
    await jobs.succeed(job.id, job.attempts, clock.now());
  } catch (error) {
    const permanent =
      error instanceof PermanentJobError || error instanceof MailRefused || job.attempts >= job.maxAttempts;
    const reason = reasonOf(error);
    log.warn(
      { jobId: job.id, topic: job.topic, attempt: job.attempts, code: reason.code, permanent },
      'job failed',
    );
    if (permanent) await jobs.bury(job.id, job.attempts, reason, clock.now());
    else {
      const roll = (ports.random.bytes(1)[0] ?? 0) / 256;
      const delay = delayAfter(error, retryDelaySeconds(handler.policy, job.attempts + 1, roll));
      await jobs.retry(job.id, job.attempts, plusSeconds(clock.now(), delay), reason, clock.now());
    }
  }
}

/** What its schema refuses will be refused at every attempt (JOB-5). */
function payloadOf(reaction: Reaction, job: ClaimedJob): unknown {
  const payload = reaction.payload.safeParse(job.payload);
  if (!payload.success)
    throw new PermanentJobError('payload.invalid', `The payload is not one of ${reaction.topic}`);
  return payload.data;
}

/** `Retry-After` counts where it is longer than the delay of the policy; a schedule of the topic's own, always. */
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
    .replace(/[\w.+-]+@[\w.-]+/g, '[address]')
    .replace(/[A-Za-z0-9_-]{40,}/g, '[redacted]')
    .slice(0, 500);
  return { code, message };
}
