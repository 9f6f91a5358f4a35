import { type ClaimedJob, defaultJobPolicy, type TopicLeases } from '../kernel/outbox.ts';
import type { Reaction, ScheduledTopic } from '../kernel/reaction.ts';
import { type AroundJob, runJob } from './job-run.ts';
import type { ChanceryPorts } from './ports.ts';

/** Jobs worked at once per queue (platform 7). */
const slots: Readonly<Record<string, number>> = {
  mail: 5,
  identity_mail: 5,
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
export const slotsOf = (queue: string): number => slots[queue] ?? 1;

/** The jobs that one process works at once: claimed for the free slots of each queue, run, and their slots filled again. */
export class JobSlots {
  readonly queues: readonly string[];
  readonly #ports: ChanceryPorts;
  readonly #around: AroundJob;
  readonly #handlers: ReadonlyMap<string, Reaction | ScheduledTopic>;
  readonly #leases: TopicLeases;
  /** What this process holds, by job id. */
  readonly #held = new Map<string, { readonly job: ClaimedJob; readonly ended: Promise<void> }>();
  readonly #filling = new Map<string, Promise<void>>();
  readonly #wanted = new Set<string>();
  readonly #busy = new Map<string, number>();
  #begun = 0;
  #closed = false;

  constructor(ports: ChanceryPorts, topics: readonly (Reaction | ScheduledTopic)[], around: AroundJob) {
    this.#ports = ports;
    this.#around = around;
    this.#handlers = new Map(topics.map((handler) => [handler.topic, handler]));
    this.#leases = {
      ...Object.fromEntries(topics.map(({ topic, policy }) => [topic, policy.leaseSeconds])),
      '': defaultJobPolicy.leaseSeconds,
    };
    this.queues = [...new Set(topics.map(({ policy }) => policy.queue))];
  }

  /** Claims for the free slots of a queue; one claim at a time, and what asks meanwhile is answered by the next. */
  fill(queue: string): Promise<void> {
    this.#wanted.add(queue);
    const current = this.#filling.get(queue);
    if (current !== undefined) return current;
    const filled = (async () => {
      while (this.#wanted.delete(queue)) await this.#claim(queue);
    })().finally(() => this.#filling.delete(queue));
    this.#filling.set(queue, filled);
    return filled;
  }

  /** As `fill`, but never rejects: the next poll fills what this could not. */
  fillQuietly(queue: string): Promise<void> {
    return this.fill(queue).catch((error: unknown) =>
      this.#ports.log.warn(
        { queue, error: String(error) },
        'queue could not be worked; the poll tries again',
      ),
    );
  }

  /** Resolves when the job has ended here, and at once if this process does not hold it. */
  async ended(jobId: string): Promise<void> {
    await this.#held.get(jobId)?.ended;
  }

  /** Works what is due on every queue until nothing is; how many jobs that were. */
  async drain(): Promise<number> {
    const before = this.#begun;
    for (let last = -1; last !== this.#begun; ) {
      last = this.#begun;
      await Promise.all(this.queues.map((queue) => this.fill(queue)));
      await this.idle();
    }
    return this.#begun - before;
  }

  /** Resolves when no job runs and no claim is under way. */
  async idle(): Promise<void> {
    while (this.#held.size > 0 || this.#filling.size > 0)
      await Promise.all([...[...this.#held.values()].map(({ ended }) => ended), ...this.#filling.values()]);
  }

  /** Claims nothing from here on. */
  close(): void {
    this.#closed = true;
  }

  /** Gives back the leases of what still runs. */
  async release(): Promise<void> {
    const { jobs, clock } = this.#ports;
    for (const { job } of this.#held.values()) await jobs.release(job.id, job.attempts, clock.now());
  }

  async #claim(queue: string): Promise<void> {
    const { jobs, clock } = this.#ports;
    const free = slotsOf(queue) - (this.#busy.get(queue) ?? 0);
    if (free <= 0 || this.#closed) return;
    for (const job of await jobs.claim(queue, free, this.#leases, clock.now())) {
      if (this.#closed) await jobs.release(job.id, job.attempts, clock.now());
      else this.#begin(job);
    }
  }

  /** A slot is filled again as soon as its job ends, however long the others take. */
  #begin(job: ClaimedJob): void {
    this.#begun += 1;
    this.#busy.set(job.queue, (this.#busy.get(job.queue) ?? 0) + 1);
    const run = () => runJob(this.#ports, this.#handlers.get(job.topic), job);
    const ended = this.#around(job, run)
      .then(() => undefined)
      .catch((error: unknown) => {
        const fields = { jobId: job.id, topic: job.topic, error: String(error) };
        this.#ports.log.warn(
          fields,
          'the outcome of a job could not be written; its lease gives it out again',
        );
      })
      .finally(() => {
        this.#held.delete(job.id);
        this.#busy.set(job.queue, (this.#busy.get(job.queue) ?? 1) - 1);
        if (!this.#closed) void this.fillQuietly(job.queue);
      });
    this.#held.set(job.id, { job, ended });
  }
}
