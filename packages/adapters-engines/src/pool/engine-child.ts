import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from './engine-task.ts';
import { encodedFrame, type FrameLimits, FrameReader, FrameTooLarge } from './frames.ts';
import { FromChild, type ToChild } from './messages.ts';

/** What a process does while somebody listens to it. */
export interface ChildListener {
  /** The most that its next message may hold. */
  readonly most: FrameLimits;
  heard(message: FromChild): void;
  /** It said what no process of the pool says. */
  confused(how: 'invalid_reply' | 'output_size'): void;
  /** It has ended by itself; `isFull` if it says that its heap was full. */
  ended(how: {
    readonly signal: string | null;
    readonly code: number | null;
    readonly isFull: boolean;
  }): void;
}

export interface ChildOptions {
  readonly memoryMebibytes: number;
  /** The names of the variables that it is given. */
  readonly environment: readonly string[];
}

const program = fileURLToPath(moduleBeside(import.meta.url, './child-program'));
/**
 * What reads TypeScript while we develop; no package of ours needs it. It rewrites each library that a task loads, and what it
 * leaves is cleared early: it would count against the memory of the task.
 */
const loader: string = 'tsx';
const sourceArguments = () =>
  program.endsWith('.ts')
    ? ['--max-semi-space-size=1', '--conditions=@chancery/source', `--import=${import.meta.resolve(loader)}`]
    : [];

/** Nobody waits for a message: more than a few bytes of one are too many. */
const idleMost: FrameLimits = { jsonBytes: 1024, bytes: 1024 };
const lastWordsMs = 200;
const keptErrorCharacters = 4096;
const fullHeap = /heap out of memory|Allocation failed/;

/** One process of the pool, and the channel to it. */
export class EngineChild {
  /** How many tasks it was given. */
  tasks = 0;
  /** Resolves once the process is gone. */
  readonly gone: Promise<void>;
  readonly #process: ChildProcess;
  readonly #channel: Duplex;
  readonly #errors: Readable;
  readonly #reader = new FrameReader(() => this.#listener?.most ?? idleMost);
  #listener: ChildListener | null = null;
  #errorText = '';
  #hasEnded = false;

  constructor({ memoryMebibytes, environment }: ChildOptions) {
    const listed = environment.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    });
    this.#process = spawn(
      process.execPath,
      [`--max-old-space-size=${memoryMebibytes}`, ...sourceArguments(), program],
      {
        // It holds none of our descriptors, is given no variable that is not listed, and stands in a folder of its own.
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        env: Object.fromEntries(listed),
        cwd: dirname(program),
        windowsHide: true,
      },
    );
    this.#errors = this.#process.stdio[2] as Readable;
    this.#channel = this.#process.stdio[3] as Duplex;
    this.gone = new Promise((resolve) => {
      this.#process.once('exit', () => resolve()).once('error', () => resolve());
    });
    this.#listen();
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Whether it can still be given something. */
  get isAlive(): boolean {
    return !this.#hasEnded;
  }

  /** Whoever listens keeps our process alive; without a listener the child does not. */
  set listener(listener: ChildListener | null) {
    this.#listener = listener;
    for (const held of [this.#process, this.#channel, this.#errors] as { ref(): void; unref(): void }[])
      if (listener === null) held.unref();
      else held.ref();
  }

  say(message: ToChild): void {
    if (!this.#hasEnded) this.#channel.write(encodedFrame(message));
  }

  /** Ends it at once. Nothing that it still says is heard. */
  end(): void {
    this.#hasEnded = true;
    this.listener = null;
    // Whoever waits until it has gone must not end before.
    this.#process.ref();
    this.#process.kill('SIGKILL');
    this.#channel.destroy();
    this.#errors.destroy();
  }

  #listen(): void {
    this.#errors.setEncoding('utf8').on('data', (text: string) => {
      this.#errorText = (this.#errorText + text).slice(-keptErrorCharacters);
    });
    this.#channel.on('data', (piece: Buffer) => this.#take(piece));
    // That it has gone is said once, below.
    for (const stream of [this.#channel, this.#errors]) stream.on('error', () => undefined);
    const ended = (code: number | null, signal: string | null) => {
      const listener = this.#listener;
      this.end();
      listener?.ended({ code, signal, isFull: fullHeap.test(this.#errorText) });
    };
    this.#process.once('error', () => ended(null, null));
    this.#process.once('exit', (code, signal) => {
      // Its last words may still be under way.
      const said = setTimeout(ended, lastWordsMs, code, signal);
      this.#process.once('close', () => {
        clearTimeout(said);
        ended(code, signal);
      });
    });
  }

  #take(piece: Buffer): void {
    if (this.#hasEnded) return;
    try {
      for (const message of this.#reader.push(piece)) {
        const heard = FromChild.parse(message);
        // One that speaks without being asked is no longer what it was.
        if (this.#listener === null) this.end();
        else this.#listener.heard(heard);
        if (this.#hasEnded) return;
      }
    } catch (error) {
      const listener = this.#listener;
      this.end();
      listener?.confused(error instanceof FrameTooLarge ? 'output_size' : 'invalid_reply');
    }
  }
}
