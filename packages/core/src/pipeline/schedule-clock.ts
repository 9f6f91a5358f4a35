import type { NewJob } from '../kernel/outbox.ts';
import type { ScheduledTopic } from '../kernel/reaction.ts';
import { ticksDue } from '../kernel/schedule.ts';
import { scheduledTopics } from './declarations.ts';
import type { ChanceryPorts } from './ports.ts';
import { wake } from './wake.ts';

/** How often the schedules are looked at; their finest step is a minute. */
const tickMilliseconds = 15_000;

/** Enqueues the scheduled topics when their time has come. */
export class ScheduleClock {
  readonly #ports: ChanceryPorts;
  readonly #ticks = new Set<Promise<void>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
  }

  /** Enqueues what the schedules ask for since the last tick. */
  async tick(): Promise<void> {
    const { clock, jobs } = this.#ports;
    for (const { topic, at } of ticksDue(scheduledTopics(), clock.now())) {
      const job = scheduledJob(this.#ports, topic);
      if (await jobs.tick(at, job)) wake(this.#ports, [job]);
    }
  }

  start(): void {
    this.#timer = setInterval(() => this.#tickQuietly(), tickMilliseconds);
    this.#tickQuietly();
  }

  /** Stops ticking; resolves when the last tick has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#ticks);
  }

  #tickQuietly(): void {
    const run = this.tick().catch((error: unknown) =>
      this.#ports.log.warn(
        { error: String(error) },
        'schedules could not be read; the next tick tries again',
      ),
    );
    this.#ticks.add(run);
    void run.finally(() => this.#ticks.delete(run));
  }
}

/** One job of a scheduled topic, due at once. */
export function scheduledJob({ ids, clock }: ChanceryPorts, { topic, policy }: ScheduledTopic): NewJob {
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
