import { defaultJobPolicy } from '../kernel/outbox.ts';
import type { Reaction, ScheduledTopic } from '../kernel/reaction.ts';
import { webhookDeliverPolicy } from '../kernel/webhook-events.ts';
import { JobLine } from './job-line.ts';
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
/** Of a queue whose number somebody else has set, that one. */
export type OwnSlots = Readonly<Record<string, number>>;

export const slotsOf = (queue: string, own: OwnSlots = {}): number => own[queue] ?? slots[queue] ?? 1;

/** The jobs that one process works at once, queue by queue. */
export class JobSlots {
  readonly queues: readonly string[];
  readonly #ports: ChanceryPorts;
  readonly #lines: ReadonlyMap<string, JobLine>;

  constructor(
    ports: ChanceryPorts,
    topics: readonly (Reaction | ScheduledTopic)[],
    around: AroundJob,
    own: OwnSlots = {},
  ) {
    this.#ports = ports;
    const handlers = new Map(topics.map((handler) => [handler.topic, handler]));
    const leases = {
      ...Object.fromEntries(topics.map(({ topic, policy }) => [topic, policy.leaseSeconds])),
      '': defaultJobPolicy.leaseSeconds,
    };
    this.queues = [...new Set(topics.map(({ policy }) => policy.queue))];
    this.#lines = new Map(
      this.queues.map((queue) => [
        queue,
        new JobLine(ports, {
          queue,
          slots: slotsOf(queue, own),
          // A delivery that waited here would take one of the five places of its endpoint from the other processes (WHK-8).
          claimsAhead: queue !== webhookDeliverPolicy.queue,
          leases,
          run: (job, succeeded) => around(job, () => runJob(ports, handlers.get(job.topic), job, succeeded)),
        }),
      ]),
    );
  }

  /** Claims for the free slots of the queues of which anything is due; the next poll fills what this could not. */
  async poll(): Promise<void> {
    const due = await this.#due().catch((error: unknown) => {
      const fields = { error: String(error) };
      this.#ports.log.warn(fields, 'what is due could not be read; the poll tries again');
      return [];
    });
    await Promise.all(due.map((line) => line.fillQuietly()));
  }

  /** Resolves when the job has ended here, and as soon as its queue was looked at if this process does not hold it. */
  async wakeUp(queue: string, jobId: string): Promise<void> {
    await this.#lines.get(queue)?.wakeUp(jobId);
  }

  /** Works what is due on every queue until nothing is; how many jobs that were. */
  async drain(): Promise<number> {
    const before = this.#begun;
    for (let last = -1; last !== this.#begun; ) {
      last = this.#begun;
      await Promise.all((await this.#due()).map((line) => line.fill()));
      await this.idle();
    }
    return this.#begun - before;
  }

  /** Resolves when no job runs and no claim is under way. */
  idle(): Promise<void> {
    return this.#each((line) => line.idle());
  }

  /** Claims and begins nothing from here on. */
  close(): Promise<void> {
    return this.#each((line) => line.close());
  }

  /** Gives back the leases of what still runs. */
  release(): Promise<void> {
    return this.#each((line) => line.release());
  }

  /** The lines whose queues have anything that is due, and those that have to give back what waits here for too long. */
  async #due(): Promise<readonly JobLine[]> {
    const { jobs, clock } = this.#ports;
    const due = await jobs.dueQueues(clock.now());
    return [...this.#lines].flatMap(([queue, line]) =>
      due === null || due.includes(queue) || line.waits ? [line] : [],
    );
  }

  get #begun(): number {
    return [...this.#lines.values()].reduce((sum, { begun }) => sum + begun, 0);
  }

  async #each(work: (line: JobLine) => Promise<void>): Promise<void> {
    await Promise.all([...this.#lines.values()].map(work));
  }
}
