import { usageOf } from './process-usage.ts';

const leastWaitMs = 5;

/**
 * Calls once a process has had its time, without the time in which the clock stood still and, where the system says so,
 * without what the process waited for a processor: no file is to blame for a busy machine.
 */
export class PatientClock {
  readonly #pid: number;
  readonly #isOver: () => void;
  #waitedMs: number;
  #leftMs: number;
  #startedMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, milliseconds: number, isOver: () => void) {
    [this.#pid, this.#isOver, this.#leftMs] = [pid, isOver, milliseconds];
    this.#waitedMs = this.#waitedSoFar();
    this.start();
  }

  start(): void {
    this.#startedMs = performance.now();
    this.#timer = setTimeout(() => this.#late(), this.#leftMs);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#startedMs;
  }

  #late(): void {
    const waited = this.#waitedSoFar();
    const more = waited - this.#waitedMs;
    this.#waitedMs = waited;
    this.#leftMs = more;
    if (more > leastWaitMs) this.start();
    else this.#isOver();
  }

  #waitedSoFar(): number {
    return (usageOf(this.#pid)?.waitedSeconds ?? 0) * 1000;
  }
}
