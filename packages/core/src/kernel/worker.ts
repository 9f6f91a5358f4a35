import type { Repositories } from '../contexts.ts';
import { type ChanceryPorts, reactions } from './chancery.ts';
import { type ClaimedJob, type JobError, PermanentJobError, retryDelaySeconds } from './outbox.ts';
import { MailRefused } from './ports.ts';
import { plusSeconds } from './time.ts';
import type { ReactingContext, Reaction } from './use-case.ts';

export interface Worker {
  /** Works what is due on every queue until nothing is; resolves with the number of jobs run. For tests and scripts. */
  drain(): Promise<number>;
  /** Starts consuming wake-ups and polling; resolves once consuming. */
  start(): Promise<void>;
  /** Takes no further job and waits for the running ones. */
  stop(): Promise<void>;
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

/** Runs the reactions out of the outbox: wake-ups by the queue, truth in the jobs table, a poll for what was missed. */
export function createWorker(
  ports: ChanceryPorts,
  { pollMilliseconds = 1000 }: { pollMilliseconds?: number } = {},
): Worker {
  const byTopic = new Map(reactions().map((reaction) => [reaction.topic, reaction]));
  const queues = [...new Set(reactions().map(({ policy }) => policy.queue))];
  const running = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;

  async function work(queue: string): Promise<number> {
    const free = (consumers[queue] ?? 1) - (busy.get(queue) ?? 0);
    if (free <= 0 || stopped) return 0;
    busy.set(queue, (busy.get(queue) ?? 0) + free);
    try {
      const lease = Math.max(
        ...reactions()
          .filter(({ policy }) => policy.queue === queue)
          .map(({ policy }) => policy.leaseSeconds),
      );
      const jobs = await ports.jobs.claim(queue, free, lease, ports.clock.now());
      await Promise.all(jobs.map((job) => runJob(ports, byTopic.get(job.topic), job)));
      return jobs.length;
    } finally {
      busy.set(queue, (busy.get(queue) ?? free) - free);
    }
  }

  async function workUntilEmpty(queue: string): Promise<number> {
    let total = 0;
    for (let ran = await work(queue); ran > 0; ran = await work(queue)) total += ran;
    return total;
  }

  function track(queue: string): Promise<void> {
    const run = workUntilEmpty(queue).then(
      () => undefined,
      (error: unknown) =>
        ports.log.warn({ queue, error: String(error) }, 'queue could not be worked; the poll tries again'),
    );
    running.add(run);
    return run.finally(() => running.delete(run));
  }

  return {
    async drain() {
      const counts = await Promise.all(queues.map(workUntilEmpty));
      const total = counts.reduce((sum, count) => sum + count, 0);
      return total === 0 ? 0 : total + (await this.drain());
    },
    async start() {
      await Promise.all(
        queues.map((queue) => ports.queue.consume(queue, consumers[queue] ?? 1, () => track(queue))),
      );
      timer = setInterval(() => queues.forEach((queue) => void track(queue)), pollMilliseconds);
    },
    async stop() {
      clearInterval(timer);
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function runJob(ports: ChanceryPorts, reaction: Reaction | undefined, job: ClaimedJob): Promise<void> {
  const { jobs, clock, log } = ports;
  if (reaction === undefined) {
    await jobs.bury(
      job.id,
      job.attempts,
      { code: 'topic.unknown', message: `No handler for ${job.topic}` },
      clock.now(),
    );
    return;
  }
  try {
    await reaction.run(reaction.event.data.parse(job.payload), reactingContext(ports, reaction, job));
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
      const delay = retryDelaySeconds(reaction.policy, job.attempts + 1, roll);
      await jobs.retry(job.id, job.attempts, plusSeconds(clock.now(), delay), reason, clock.now());
    }
  }
}

/** A code and a short text without addresses or tokens (JOB-9). */
function reasonOf(error: unknown): JobError {
  const code =
    error instanceof PermanentJobError
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

function reactingContext(
  ports: ChanceryPorts,
  reaction: Reaction,
  job: ClaimedJob,
): ReactingContext<Repositories> & Repositories {
  const { clock, settings, timeZones, linkTokens, keyRing, random, unitOfWork, sms, blobs } = ports;
  const transact = <T>(work: (repositories: Repositories) => Promise<T>) =>
    unitOfWork.run('write', 'identity', (transaction) => {
      transaction.enter(job.workspaceId);
      return work(transaction.repositories);
    });
  const host = new URL(settings.baseUrl).hostname;
  const context: ReactingContext<Repositories> = {
    now: clock.now(),
    settings,
    timeZones,
    linkTokens,
    keyRing,
    random,
    sms,
    blobs,
    workspaceId: job.workspaceId,
    jobId: job.id,
    mail: {
      send: ({ key, from, ...message }) =>
        ports.mail.send({
          ...message,
          from: from ?? settings.mailFrom,
          messageId: `${job.id}.${key}@${host}`,
        }),
    },
    once: (work) =>
      unitOfWork.run('write', 'identity', async (transaction) => {
        transaction.enter(job.workspaceId);
        if (await transaction.firstRun(reaction.topic, job.id)) await work(transaction.repositories);
      }),
  };
  // A port named on the context is a proxy: each of its calls is a short unit of its own, so no transaction is held
  // while mail is on its way.
  return new Proxy(context, {
    get: (own, name) =>
      name in own
        ? own[name as keyof typeof own]
        : new Proxy(
            {},
            {
              get:
                (_, method) =>
                (...parameters: unknown[]) =>
                  transact((repositories) => {
                    const port = repositories[name as keyof Repositories] as unknown as Record<
                      PropertyKey,
                      (...values: unknown[]) => Promise<unknown>
                    >;
                    return (
                      port[method]?.(...parameters) ??
                      Promise.reject(new TypeError(`No ${String(name)}.${String(method)}`))
                    );
                  }),
            },
          ),
  }) as ReactingContext<Repositories> & Repositories;
}
