import type { ClaimedJob, TopicLeases } from '../kernel/outbox.ts';
import { JobPace, mostJobsAhead } from './job-pace.ts';
import type { JobOutcome } from './job-run.ts';
import { JobSettlement } from './job-settlement.ts';
import type { ChanceryPorts } from './ports.ts';
import { RecentIds } from './recent-ids.ts';

/** A job that was claimed ahead and got no slot in this time is given back; every lease is many times as long. */
export const longestJobWaitMilliseconds = 1000;
/** As long as so many ends are not committed, nothing more is begun: a process that dies repeats no more than these. */
export const mostUnsettledJobs = 2 * mostJobsAhead;

/** Runs a job; it calls `succeeded` as soon as the handler is through, and ends when its outcome is written. */
type RunJob = (job: ClaimedJob, succeeded: () => Promise<void>) => Promise<JobOutcome>;

type LinePorts = Pick<ChanceryPorts, 'jobs' | 'clock' | 'log'>;

interface LineOptions {
  readonly queue: string;
  /** Jobs worked at once. */
  readonly slots: number;
  readonly claimsAhead: boolean;
  readonly leases: TopicLeases;
  readonly run: RunJob;
}

interface Held {
  readonly job: ClaimedJob;
  readonly claimedAt: number;
  /** What it is doing here: a settling job has left its slot, and its end is being written. */
  stage: 'waiting' | 'running' | 'settling';
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** The jobs of one queue in one process: claimed for its free slots and some ahead, begun in turn, and settled together. */
export class JobLine {
  readonly #ports: LinePorts;
  readonly #options: LineOptions;
  readonly #pace: JobPace;
  readonly #settlement: JobSettlement;
  /** What this process holds, by job id. */
  readonly #held = new Map<string, Held>();
  /** Jobs that succeed never run again, so a wake-up for one of these says nothing new. */
  readonly #succeeded = new RecentIds();
  #waiting: Held[] = [];
  #busy = 0;
  #begun = 0;
  #filling: Promise<void> | null = null;
  #wanted = false;
  /** The last claim gave all that it was asked for. */
  #moreIsDue = false;
  #closed = false;

  constructor(ports: LinePorts, options: LineOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#pace = new JobPace(options.slots);
    this.#settlement = new JobSettlement(ports.jobs, ports.clock);
  }

  /** How many jobs were begun so far. */
  get begun(): number {
    return this.#begun;
  }

  /** Whether anything that it claimed waits for a slot. */
  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  /** Claims for the free slots; one claim at a time, and what asks meanwhile is answered by the next. */
  fill(): Promise<void> {
    this.#wanted = true;
    this.#filling ??= this.#fillWhileWanted().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  /** As `fill`, but never rejects: the next poll fills what this could not. */
  fillQuietly(): Promise<void> {
    return this.fill().catch((error: unknown) =>
      this.#ports.log.warn(
        { queue: this.#options.queue, error: String(error) },
        'queue could not be worked; the poll tries again',
      ),
    );
  }

  /** Resolves when the job has ended here, or is not this process's. */
  async wakeUp(jobId: string): Promise<void> {
    if (this.#succeeded.take(jobId)) return;
    if (!this.#held.has(jobId)) await this.fillQuietly();
    await this.#held.get(jobId)?.ended;
  }

  /** Resolves when no job runs or waits, and no claim is under way. */
  async idle(): Promise<void> {
    while (this.#held.size > 0 || this.#filling !== null)
      await Promise.all([...[...this.#held.values()].map(({ ended }) => ended), this.#filling]);
  }

  /** Claims and begins nothing from here on; resolves when what waited was given back. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#giveBack(this.#waiting.splice(0));
  }

  /** Gives back the leases of what still runs; what has succeeded is written nevertheless. */
  async release(): Promise<void> {
    await this.close();
    const running = [...this.#held.values()].filter(({ stage }) => stage === 'running');
    const { jobs, clock } = this.#ports;
    if (running.length > 0)
      await jobs.release(
        running.map(({ job }) => job),
        clock.now(),
      );
  }

  async #fillWhileWanted(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      await this.#giveBackStale();
      await this.#claim();
    }
  }

  async #claim(): Promise<void> {
    const { queue, slots, leases } = this.#options;
    const free = slots - this.#busy;
    const ahead = this.#room();
    if (this.#closed || free + ahead === 0 || this.#isBehind) return;
    const { jobs, clock } = this.#ports;
    const claimedAt = this.#now();
    const claimed = await jobs.claim(queue, free, leases, clock.now(), ahead);
    this.#moreIsDue = claimed.length === free + ahead;
    const held = claimed.map((job) => this.#hold(job, claimedAt));
    if (this.#closed) return this.#giveBack(held);
    // What must not wait has come for a slot that is free (JOB-4).
    this.#waiting.push(...held.filter(({ job }) => !mayWait(job)), ...held.filter(({ job }) => mayWait(job)));
    this.#advance();
  }

  /** How many more are to wait here; none while enough do, because that would be a small claim. */
  #room(): number {
    return this.#options.claimsAhead && this.#isLow ? this.#pace.ahead - this.#waiting.length : 0;
  }

  get #isLow(): boolean {
    return this.#waiting.length * 2 <= this.#pace.ahead;
  }

  get #isBehind(): boolean {
    return this.#settlement.unsettled >= mostUnsettledJobs;
  }

  #hold(job: ClaimedJob, claimedAt: number): Held {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const held: Held = { job, claimedAt, stage: 'waiting', ended, end };
    this.#held.set(job.id, held);
    return held;
  }

  /** Begins what waits as far as slots are free. */
  #advance(): void {
    while (!this.#closed && this.#busy < this.#options.slots && !this.#isBehind) {
      const next = this.#waiting[0];
      if (next === undefined) return;
      if (this.#isStale(next)) return void this.fillQuietly();
      this.#waiting.shift();
      this.#begin(next);
    }
  }

  #begin(held: Held): void {
    const { job } = held;
    const began = this.#now();
    held.stage = 'running';
    this.#begun += 1;
    this.#busy += 1;
    const leave = () => {
      if (held.stage === 'settling') return;
      held.stage = 'settling';
      this.#busy -= 1;
      this.#pace.ended(this.#now() - began);
      this.#advance();
      if (this.#moreIsDue) this.#fillWhenLow();
    };
    const succeeded = async () => {
      leave();
      await this.#settlement.succeed(job);
      this.#succeeded.add(job.id);
    };
    this.#options
      .run(job, succeeded)
      .catch((error: unknown) => this.#warn(held, error, 'the end of a job could not be written'))
      .finally(() => {
        leave();
        this.#drop(held);
        this.#advance();
        // What had to wait for the end of this job is due now (JOB-6).
        this.#fillWhenLow();
      });
  }

  #fillWhenLow(): void {
    if (!this.#closed && this.#isLow) void this.fillQuietly();
  }

  #drop({ job, end }: Held): void {
    this.#held.delete(job.id);
    end();
  }

  #isStale({ claimedAt }: Held): boolean {
    return this.#now() - claimedAt > longestJobWaitMilliseconds;
  }

  /** Another process may have slots for them. */
  async #giveBackStale(): Promise<void> {
    const stale = this.#waiting.filter((held) => this.#isStale(held));
    if (stale.length === 0) return;
    this.#waiting = this.#waiting.filter((held) => !stale.includes(held));
    this.#pace.stalled();
    await this.#giveBack(stale);
  }

  /** The attempts of what was never begun do not count. */
  async #giveBack(held: readonly Held[]): Promise<void> {
    const [first] = held;
    if (first === undefined) return;
    const { jobs, clock } = this.#ports;
    await jobs
      .release(
        held.map(({ job }) => job),
        clock.now(),
      )
      .catch((error: unknown) => this.#warn(first, error, 'a job that waited could not be given back'));
    for (const each of held) this.#drop(each);
  }

  #warn({ job }: Held, error: unknown, what: string): void {
    const fields = { jobId: job.id, topic: job.topic, error: String(error) };
    this.#ports.log.warn(fields, `${what}; its lease gives it out again`);
  }

  #now(): number {
    return Date.parse(this.#ports.clock.now());
  }
}

/** A job with one attempt left would die of waiting if this process did, and one that was begun before has lost one already. */
const mayWait = ({ attempts, maxAttempts }: ClaimedJob) => attempts === 1 && maxAttempts > 1;
