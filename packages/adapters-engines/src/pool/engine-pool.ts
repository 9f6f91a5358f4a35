import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { ByteSource } from '@chancery/core';
import { EngineChild } from './engine-child.ts';
import { EngineFailure, type EngineFailureReason } from './engine-failure.ts';
import type { EngineTask, TaskLimits } from './engine-task.ts';
import { usageOf } from './process-usage.ts';
import { standBehind } from './stand-behind.ts';
import { StartPace } from './start-pace.ts';
import { type TaskCall, TaskRun } from './task-run.ts';
import { untilReady } from './until-ready.ts';

export interface EnginePoolOptions {
  /** How many tasks run at once, each in a process of its own; further ones wait. By default one for each core, at most 4. */
  readonly processes?: number;
  /** How many tasks may wait; further ones are refused. */
  readonly mostWaiting?: number;
  /** What a task may use at most. */
  readonly limits?: Partial<TaskLimits>;
  /** After how many seconds without a task a process ends. The last one stays. */
  readonly idleSeconds?: number;
  /** After how many tasks a process is replaced. */
  readonly tasksOfAProcess?: number;
  /** The variables of the environment that the processes are given, by name. */
  readonly environment?: readonly string[];
}

/** What a call gives beside the input of the task. */
export interface TaskGiven {
  /** What the task may read, piece by piece. If one fails to be read, the call fails as it does. */
  readonly sources?: readonly ByteSource[];
  /** Ends the task, and the process that runs it. */
  readonly signal?: AbortSignal;
}

/** Figures of a pool since it was opened. */
export interface EnginePoolStatus {
  readonly processes: number;
  readonly running: number;
  readonly waiting: number;
  readonly mostWaiting: number;
  readonly completed: number;
  /** Tasks without a result, by reason; those that were cancelled are not counted. */
  readonly refused: Readonly<Partial<Record<EngineFailureReason, number>>>;
  /** Whether the last process that was to be started did start. */
  readonly canStart: boolean;
}

const defaultLimits: TaskLimits = {
  wallSeconds: 120,
  processorSeconds: 60,
  memoryMebibytes: 512,
  outputMebibytes: 64,
  sourceReadings: 16,
};

interface Waiting {
  readonly resume: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Runs costly or dangerous work in processes of their own, so many at once and no more. A process that exceeds a limit,
 * crashes or says nonsense is ended, its task fails with an `EngineFailure` that says why, and the next task gets
 * another process. Processes are started when they are needed.
 */
export class EnginePool {
  readonly #options: Required<Omit<EnginePoolOptions, 'limits'>>;
  readonly #limits: TaskLimits;
  readonly #idle: { readonly child: EngineChild; readonly timer: NodeJS.Timeout }[] = [];
  readonly #children = new Set<EngineChild>();
  readonly #pace = new StartPace();
  readonly #waiting: Waiting[] = [];
  readonly #whenIdle: (() => void)[] = [];
  readonly #stops = new Set<(error: unknown) => void>();
  readonly #refused: Partial<Record<EngineFailureReason, number>> = {};
  #running = 0;
  #completed = 0;
  #canStart = true;
  #isClosed = false;

  constructor({ limits, ...options }: EnginePoolOptions = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#options = {
      processes: Math.min(availableParallelism(), 4),
      mostWaiting: 64,
      idleSeconds: 60,
      // A new process takes twice the processor for its first dozens of files, until its code is compiled; memory is watched anyway.
      tasksOfAProcess: 1000,
      environment: ['LANG', 'LC_ALL', 'TMPDIR', 'TZ'],
      ...options,
    };
  }

  /** What the task answers. Fails with an `EngineFailure`, with the failure of a source, or with the reason of the signal. */
  async run<Input, Output>(
    task: EngineTask<Input, Output>,
    input: Input,
    { sources = [], signal }: TaskGiven = {},
  ): Promise<Output> {
    try {
      await this.#turn(task.name, signal);
      const child = await this.#taken(task.name);
      try {
        return await this.#runIn(child, { task, input, sources, limits: this.#limitsOf(task) }, signal);
      } finally {
        this.#giveBack(child);
      }
    } catch (error) {
      if (error instanceof EngineFailure)
        this.#refused[error.reason] = (this.#refused[error.reason] ?? 0) + 1;
      throw error;
    }
  }

  get status(): EnginePoolStatus {
    return {
      processes: this.#children.size,
      running: this.#running,
      waiting: this.#waiting.length,
      mostWaiting: this.#options.mostWaiting,
      completed: this.#completed,
      refused: { ...this.#refused },
      canStart: this.#canStart,
    };
  }

  /** Takes no more tasks, lets those that it has taken finish within so many seconds, and ends all processes. */
  async close(withinSeconds = 30): Promise<void> {
    this.#isClosed = true;
    const patience = new AbortController();
    const late = wait(withinSeconds * 1000, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([late, this.#untilIdle()]);
    patience.abort();
    const failure = new EngineFailure('any', 'closed', 'was ended, because the pool closes.');
    for (const { refuse } of this.#waiting.splice(0)) refuse(failure);
    for (const stop of this.#stops) stop(failure);
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    const children = [...this.#children];
    for (const child of children) child.end();
    await Promise.all(children.map(({ gone }) => gone));
  }

  /** Waits for a place among the tasks that run. */
  async #turn(task: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new EngineFailure(task, 'closed', 'was refused, because the pool closes.');
    if (this.#running < this.#options.processes) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#options.mostWaiting)
      throw new EngineFailure(
        task,
        'overloaded',
        `was refused, because ${this.#waiting.length} others wait.`,
      );
    let leave: () => void = () => undefined;
    await new Promise<void>((resume, refuse) => {
      const waiting = { resume, refuse };
      this.#waiting.push(waiting);
      leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        refuse(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
    }).finally(() => signal?.removeEventListener('abort', leave));
  }

  /** The place goes directly to the next in line, so that no new call takes it. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.resume();
    if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#running === 0) resolve();
      else this.#whenIdle.push(resolve);
    });
  }

  async #runIn<Input, Output>(
    child: EngineChild,
    call: TaskCall<Input, Output>,
    signal: AbortSignal | undefined,
  ): Promise<Output> {
    signal?.throwIfAborted();
    const run = new TaskRun(child, call);
    const stop = (error: unknown) => run.stop(error);
    const cancel = () => stop(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#stops.add(stop);
    try {
      const output = await run.result;
      this.#completed += 1;
      return output;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#stops.delete(stop);
    }
  }

  #limitsOf<Input, Output>({ limits = {} }: EngineTask<Input, Output>): TaskLimits {
    const names = Object.keys(this.#limits) as (keyof TaskLimits)[];
    return Object.fromEntries(
      names.map((name) => [name, Math.min(this.#limits[name], limits[name] ?? Number.POSITIVE_INFINITY)]),
    ) as unknown as TaskLimits;
  }

  async #taken(task: string): Promise<EngineChild> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.child.isAlive) return idle.child;
    }
    // The system may have no descriptor or no process left.
    const child = await this.#pace.start(() => this.#started()).catch(() => null);
    this.#canStart = child !== null && (await untilReady(child));
    if (child !== null && this.#canStart) return child;
    this.#next();
    throw new EngineFailure(task, 'not_started', 'was refused, because no process could be started.');
  }

  #started(): EngineChild {
    const { environment } = this.#options;
    const child = new EngineChild({ memoryMebibytes: this.#limits.memoryMebibytes, environment });
    standBehind(child.pid);
    this.#children.add(child);
    void child.gone.then(() => this.#children.delete(child));
    return child;
  }

  #giveBack(child: EngineChild): void {
    const resident = usageOf(child.pid)?.residentMebibytes ?? 0;
    // What a task leaves in memory would count against the next.
    const isFull = resident > this.#limits.memoryMebibytes / 2;
    const isLast = this.#isClosed && this.#waiting.length === 0;
    if (isLast || isFull || child.tasks >= this.#options.tasksOfAProcess) child.end();
    if (child.isAlive) {
      const timer = setTimeout(() => this.#rested(child), this.#options.idleSeconds * 1000).unref();
      this.#idle.push({ child, timer });
      this.#next();
    } else {
      // So many processes and no more, those included that were told to end.
      void child.gone.then(() => this.#next());
    }
  }

  #rested(child: EngineChild): void {
    // One that was told to end may still be there for a moment.
    if ([...this.#children].filter(({ isAlive }) => isAlive).length === 1) return;
    const index = this.#idle.findIndex((idle) => idle.child === child);
    if (index >= 0) this.#idle.splice(index, 1);
    child.end();
  }
}
