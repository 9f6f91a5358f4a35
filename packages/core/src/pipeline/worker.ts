import { reactions, scheduledTopics } from './declarations.ts';
import type { AroundJob } from './job-run.ts';
import { JobSlots, type OwnSlots, slotsOf } from './job-slots.ts';
import type { ChanceryPorts } from './ports.ts';
import { ScheduleClock, scheduledJob } from './schedule-clock.ts';

export interface Worker {
  /** Enqueues a scheduled topic at once, whatever its clock says, and works until nothing is due. */
  run(topic: string): Promise<void>;
  /** Enqueues a scheduled topic at once, for whoever works; the id of its job. */
  order(topic: string): Promise<string>;
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

export interface WorkerOptions {
  readonly pollMilliseconds?: number;
  /** Runs around each run of a job. */
  readonly around?: AroundJob;
  /** How many jobs of these queues are worked at once, where it is not as many as usual. */
  readonly slots?: OwnSlots;
}

/** Runs the reactions and the scheduled topics out of the outbox: wake-ups by the queue, truth in the jobs table, a poll for what was missed. */
export function createWorker(
  ports: ChanceryPorts,
  { pollMilliseconds = 1000, around = (_, run) => run(), slots: own = {} }: WorkerOptions = {},
): Worker {
  const slots = new JobSlots(ports, [...reactions(), ...scheduledTopics()], around, own);
  const clock = new ScheduleClock(ports);
  let timer: ReturnType<typeof setInterval> | undefined;

  return {
    tick: () => clock.tick(),
    drain: () => slots.drain(),
    async run(name) {
      await this.order(name);
      await this.drain();
    },
    async order(name) {
      const topic = scheduledTopics().find((known) => known.topic === name);
      if (topic === undefined) throw new TypeError(`No scheduled topic ${name}`);
      const job = scheduledJob(ports, topic);
      await ports.unitOfWork.run('write', 'worker', (transaction) => transaction.enqueue([job]), name);
      return job.id;
    },
    async start() {
      await Promise.all(
        slots.queues.map((queue) =>
          ports.queue.consume(queue, slotsOf(queue, own), (jobId) => slots.wakeUp(queue, jobId)),
        ),
      );
      timer = setInterval(() => void slots.poll(), pollMilliseconds);
      clock.start();
    },
    async stop() {
      clearInterval(timer);
      await slots.close();
      await Promise.all([clock.stop(), slots.idle()]);
    },
    release: () => slots.release(),
  };
}
