import type { ByteSource } from '@chancery/core';
import type { z } from 'zod';

/** What a task may use. The pool has a value for each of them; a task may ask for less and never gets more. */
export interface TaskLimits {
  /** Time by the clock from the start of the task to its result, without the time in which it waits for its sources or for a processor. */
  readonly wallSeconds: number;
  /** Time of the processor that all threads of the process take. */
  readonly processorSeconds: number;
  /** Resident memory of the whole process, buffers and WebAssembly included. */
  readonly memoryMebibytes: number;
  /** Size of the result. */
  readonly outputMebibytes: number;
  /** How many times over the sources may be read, all reads counted. */
  readonly sourceReadings: number;
}

/** What a task is given beside its input. */
export interface TaskSurroundings {
  /** The sources of the call, read piece by piece through the process that asked for the task. */
  readonly sources: readonly ByteSource[];
}

/**
 * The function that a module of a task exports as `run`. Input and output consist of what JSON can hold, and of
 * `Uint8Array`.
 */
export type TaskFunction<Input, Output> = (
  input: Input,
  surroundings: TaskSurroundings,
) => Output | Promise<Output>;

/** What the pool runs: a module, and the shape in which its result counts. */
export interface EngineTask<Input, Output> {
  /** For failures and logs, such as `inspect archive`. */
  readonly name: string;
  /** The module that exports `run`. It is imported in the child process only. */
  readonly module: URL;
  /** A result of another shape is refused: the process that made it may no longer do what its program says. */
  readonly output: z.ZodType<Output>;
  readonly limits?: Partial<TaskLimits>;
  /** Only tells the type of the input. */
  readonly input?: Input;
}

/** Ties a task to the type of its module, as in `engineTask<typeof import('./walk-zip-task.ts')>({ … })`. */
export const engineTask = <Module extends { readonly run: TaskFunction<never, unknown> }>(
  task: EngineTask<Parameters<Module['run']>[0], Awaited<ReturnType<Module['run']>>>,
): EngineTask<Parameters<Module['run']>[0], Awaited<ReturnType<Module['run']>>> => task;

/**
 * The address of a module in the folder of the one that asks, named without its ending: a compiled package asks for
 * compiled modules, and sources ask for sources.
 */
export const moduleBeside = (asking: string, name: string): URL =>
  new URL(`${name}.${asking.endsWith('.ts') ? 'ts' : 'js'}`, asking);
