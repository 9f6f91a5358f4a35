import type { ByteSource } from '@chancery/core';
import { readWhole } from '../content-range.ts';
import type { ChildListener, EngineChild } from './engine-child.ts';
import { EngineFailure, type EngineFailureReason, type TaskLimitName } from './engine-failure.ts';
import type { EngineTask, TaskLimits } from './engine-task.ts';
import type { FrameLimits } from './frames.ts';
import type { FromChild } from './messages.ts';
import { PatientClock } from './patient-clock.ts';
import { looksEveryMs, usageOf } from './process-usage.ts';

/** What is called for: a task, what it is given, and what it may use. */
export interface TaskCall<Input, Output> {
  readonly task: EngineTask<Input, Output>;
  readonly input: Input;
  readonly sources: readonly ByteSource[];
  readonly limits: TaskLimits;
}

const mebibyte = 1024 * 1024;
/** Text is parsed in one go, and requests wait for it; what is larger travels as bytes. */
const mostJsonBytes = 4 * mebibyte;
const mostPieceBytes = mebibyte;
/** A read costs at least this much, so that many small ones do not come free of charge. */
const leastReadBytes = 4096;
const readsFreeOfCharge = 16 * mebibyte;

const excess: Readonly<Record<TaskLimitName, (limits: TaskLimits) => string>> = {
  wall_time: ({ wallSeconds }) => `took longer than ${wallSeconds} s`,
  processor_time: ({ processorSeconds }) => `took more than ${processorSeconds} s of the processor`,
  memory: ({ memoryMebibytes }) => `used more than ${memoryMebibytes} MiB of memory`,
  output_size: ({ outputMebibytes }) =>
    `answered with more than ${outputMebibytes} MiB, or with more than ${mostJsonBytes / mebibyte} MiB of text`,
  source_reads: ({ sourceReadings }) => `read its sources more than ${sourceReadings} times over`,
};

/** One task in one process. It settles once, and a process that did not keep to its limits has ended by then. */
export class TaskRun<Input, Output> implements ChildListener {
  readonly result: Promise<Output>;
  readonly #child: EngineChild;
  readonly #call: TaskCall<Input, Output>;
  readonly #id: number;
  readonly #wall: PatientClock;
  readonly #usage: NodeJS.Timeout;
  readonly #processorSecondsBefore: number;
  #settle!: { readonly resolve: (output: Output) => void; readonly reject: (error: unknown) => void };
  #isFinished = false;
  #isReading = false;
  #readBytes = 0;
  #unread: unknown;

  constructor(child: EngineChild, call: TaskCall<Input, Output>) {
    const { task, input, sources, limits } = call;
    [this.#child, this.#call] = [child, call];
    child.tasks += 1;
    this.#id = child.tasks;
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#processorSecondsBefore = usageOf(child.pid)?.processorSeconds ?? 0;
    child.listener = this;
    const sourceBytes = sources.map(({ sizeBytes }) => sizeBytes);
    child.say({ kind: 'task', id: this.#id, module: task.module.href, input, sourceBytes });
    this.#wall = new PatientClock(child.pid, limits.wallSeconds * 1000, () => this.#exceeded('wall_time'));
    this.#usage = setInterval(() => this.#look(), looksEveryMs);
  }

  get most(): FrameLimits {
    const bytes = this.#call.limits.outputMebibytes * mebibyte;
    return { bytes, jsonBytes: Math.min(bytes, mostJsonBytes) };
  }

  /** Ends the process, for a reason outside of it. */
  stop(error: unknown): void {
    this.#finish(() => {
      this.#child.end();
      this.#settle.reject(error);
    });
  }

  heard(message: FromChild): void {
    if (message.kind === 'ready' || message.id !== this.#id) this.confused('invalid_reply');
    else if (message.kind === 'read') this.#read(message);
    else if (message.kind === 'done') this.#done(message.output);
    else if (message.kind === 'failed')
      this.#finish(() => this.#settle.reject(this.#failure('failed', 'failed.', new Error(message.message))));
    else if (this.#unread === undefined) this.confused('invalid_reply');
    else this.#finish(() => this.#settle.reject(this.#unread));
  }

  confused(how: 'invalid_reply' | 'output_size'): void {
    if (how === 'output_size') this.#exceeded(how);
    else
      this.stop(
        this.#failure(how, 'was ended, because its process gave an answer that is no valid message.'),
      );
  }

  ended({ code, signal, isFull }: Parameters<ChildListener['ended']>[0]): void {
    if (isFull) this.#exceeded('memory');
    else
      this.stop(
        this.#failure('crashed', `has no result, because its process ended (${signal ?? code ?? '?'}).`),
      );
  }

  #done(output: unknown): void {
    const parsed = this.#call.task.output.safeParse(output);
    if (parsed.success) this.#finish(() => this.#settle.resolve(parsed.data));
    else this.confused('invalid_reply');
  }

  #read({ source: index, start, end }: FromChild & { kind: 'read' }): void {
    const source = this.#call.sources[index];
    const isSound =
      !this.#isReading && start < end && end - start <= mostPieceBytes && end <= (source?.sizeBytes ?? 0);
    this.#readBytes += Math.max(end - start, leastReadBytes);
    if (source === undefined || !isSound) this.confused('invalid_reply');
    else if (this.#readBytes > this.#mostReadBytes()) this.#exceeded('source_reads');
    else this.#answer(source, start, end);
  }

  #answer(source: ByteSource, start: number, end: number): void {
    this.#isReading = true;
    this.#wall.stop();
    const answered = (bytes: Uint8Array | null) => {
      if (this.#isFinished) return;
      this.#isReading = false;
      this.#wall.start();
      this.#child.say({ kind: 'bytes', id: this.#id, bytes });
    };
    readWhole(source, start, end).then(answered, (error: unknown) => {
      this.#unread = error ?? new Error('The source failed');
      answered(null);
    });
  }

  #mostReadBytes(): number {
    const sum = this.#call.sources.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
    return readsFreeOfCharge + sum * this.#call.limits.sourceReadings;
  }

  #look(): void {
    const usage = usageOf(this.#child.pid);
    if (usage === null) return;
    const { memoryMebibytes, processorSeconds } = this.#call.limits;
    if (usage.residentMebibytes > memoryMebibytes) this.#exceeded('memory');
    else if (usage.processorSeconds - this.#processorSecondsBefore > processorSeconds)
      this.#exceeded('processor_time');
  }

  #exceeded(limit: TaskLimitName): void {
    this.stop(this.#failure(limit, `was ended, because it ${excess[limit](this.#call.limits)}.`));
  }

  #failure(reason: EngineFailureReason, message: string, cause?: unknown): EngineFailure {
    return new EngineFailure(this.#call.task.name, reason, message, { cause });
  }

  #finish(settle: () => void): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#wall.stop();
    clearInterval(this.#usage);
    this.#child.listener = null;
    settle();
  }
}
