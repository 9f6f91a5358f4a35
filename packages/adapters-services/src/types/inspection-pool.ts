import { availableParallelism } from 'node:os';
import type { ByteSource, DetectedType } from '@chancery/core';
import { InspectionProcess } from './inspection-process.ts';

export interface InspectionPoolOptions {
  /** How many archives are inspected at once; further ones wait. */
  readonly size?: number;
  /** How long an archive may keep its process busy between two readings; longer is unsafe. */
  readonly stepSeconds?: number;
  /** After how many seconds an idle process ends. */
  readonly idleSeconds?: number;
}

const tasksOfAProcess = 200;

/**
 * Inspects archives in processes of their own, so many at once and no more: inflating costs a processor seconds, and a
 * thread of ours is waited for by files, names and passwords. Processes are started when they are needed.
 */
export class InspectionPool {
  readonly #size: number;
  readonly #stepSeconds: number;
  readonly #idleMs: number;
  readonly #idle: { readonly inspector: InspectionProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor({
    size = Math.min(availableParallelism(), 4),
    stepSeconds = 30,
    idleSeconds = 60,
  }: InspectionPoolOptions = {}) {
    this.#size = size;
    this.#stepSeconds = stepSeconds;
    this.#idleMs = idleSeconds * 1000;
  }

  async inspect(content: ByteSource): Promise<DetectedType> {
    if (this.#busy < this.#size) this.#busy += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const inspector = this.#taken();
    try {
      return await inspector.inspect(content);
    } finally {
      this.#giveBack(inspector);
      // Whoever waits takes the place over; otherwise it is free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }

  /** Ends the processes that have nothing to do. */
  close(): void {
    for (const { inspector, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      inspector.end();
    }
  }

  #taken(): InspectionProcess {
    for (;;) {
      const { inspector, timer } = this.#idle.pop() ?? {};
      clearTimeout(timer);
      if (inspector === undefined) return new InspectionProcess(this.#stepSeconds);
      if (!inspector.hasEnded) return inspector;
    }
  }

  #giveBack(inspector: InspectionProcess): void {
    if (inspector.hasEnded) return;
    if (inspector.tasks >= tasksOfAProcess) {
      inspector.end();
      return;
    }
    inspector.rest();
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.inspector === inspector),
        1,
      );
      inspector.end();
    }, this.#idleMs).unref();
    this.#idle.push({ inspector, timer });
  }
}
