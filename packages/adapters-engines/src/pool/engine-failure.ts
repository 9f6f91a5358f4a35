/** The limits of a task. A task that exceeds one is ended, and its process with it. */
export type TaskLimitName = 'wall_time' | 'processor_time' | 'memory' | 'output_size' | 'source_reads';

/** Why a task has no result. */
export type EngineFailureReason =
  | TaskLimitName
  /** The process ended by itself, such as by a fault in a native library. */
  | 'crashed'
  /** The process said something that no task says, or the result has another shape than it must have. */
  | 'invalid_reply'
  /** The function of the task threw. */
  | 'failed'
  /** No process could be started, or it was not ready in time. */
  | 'not_started'
  /** As many tasks are waiting as may wait. */
  | 'overloaded'
  /** The pool is closing. */
  | 'closed';

const limits: ReadonlySet<EngineFailureReason> = new Set<TaskLimitName>([
  'wall_time',
  'processor_time',
  'memory',
  'output_size',
  'source_reads',
]);

const passing: ReadonlySet<EngineFailureReason> = new Set<EngineFailureReason>([
  'overloaded',
  'not_started',
  'closed',
]);

/** A task was refused or ended, and why. The message names the task and its limits, never what the task was given; what the function of a task threw is the cause. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly reason: EngineFailureReason;
  readonly task: string;

  constructor(task: string, reason: EngineFailureReason, message: string, options?: ErrorOptions) {
    super(`The task “${task}” ${message}`, options);
    this.task = task;
    this.reason = reason;
  }

  /** Whether the input asked for more than a task may use: the same input would do so again. */
  get isLimit(): boolean {
    return limits.has(this.reason);
  }

  /** Whether the pool could not do it now and may do it later, whatever the input. */
  get isPassing(): boolean {
    return passing.has(this.reason);
  }
}
