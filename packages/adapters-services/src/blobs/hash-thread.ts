import { Worker } from 'node:worker_threads';
import type { GrowingHash } from '@chancery/core';
import { hashProgram } from './hash-program.ts';

/** What the thread is told: that a file has grown, and perhaps a question; without `file`, that it may forget the object. */
export interface ToHashThread {
  readonly object: number;
  readonly file?: string;
  readonly end?: number;
  readonly question?: number;
}

/** The answer to a question. */
export interface FromHashThread {
  readonly question: number;
  readonly hex?: string;
  readonly fault?: string;
}

interface Asker {
  answer(hex: string): void;
  fail(error: Error): void;
}

/**
 * Hashes growing files in a thread of its own, so that it costs neither requests nor memory: the thread reads what was
 * just written, from the cache of the file system, into one buffer. It begins with the first file and ends with the
 * process. One that died is begun anew, and then reads the files from their beginning.
 */
class HashThread {
  #worker: Worker | null = null;
  readonly #asking = new Map<number, Asker>();
  #objects = 0;
  #questions = 0;

  hashing(file: string): GrowingHash {
    this.#objects += 1;
    const object = this.#objects;
    let isEnded = false;
    return {
      reach: (end) => {
        if (!isEnded) this.#tell({ object, file, end });
      },
      hex: (sizeBytes) =>
        isEnded
          ? Promise.reject(new Error('The hash was ended.'))
          : this.#ask({ object, file, end: sizeBytes }),
      end: () => {
        isEnded = true;
        this.#worker?.postMessage({ object } satisfies ToHashThread);
      },
    };
  }

  #ask(message: ToHashThread): Promise<string> {
    this.#questions += 1;
    const question = this.#questions;
    return new Promise((answer, fail) => {
      this.#asking.set(question, { answer, fail });
      // Only a question keeps the process alive.
      this.#tell({ ...message, question }).ref();
    });
  }

  #tell(message: ToHashThread): Worker {
    this.#worker ??= this.#begun();
    this.#worker.postMessage(message);
    return this.#worker;
  }

  #begun(): Worker {
    const worker = new Worker(hashProgram, { eval: true, execArgv: [], env: {}, name: 'hashes of uploads' });
    worker.unref();
    worker.on('message', ({ question, hex, fault }: FromHashThread) => {
      const asker = this.#asking.get(question);
      this.#asking.delete(question);
      if (this.#asking.size === 0) worker.unref();
      if (hex === undefined) asker?.fail(new Error(fault));
      else asker?.answer(hex);
    });
    const ended = (error: unknown) => {
      if (this.#worker === worker) this.#worker = null;
      for (const { fail } of this.#asking.values())
        fail(new Error('The thread of hashes ended.', { cause: error }));
      this.#asking.clear();
    };
    worker.on('error', ended).on('exit', ended);
    return worker;
  }
}

/** One for all stores of the process. */
export const hashThread = new HashThread();
