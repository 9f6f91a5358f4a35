/** Calls once its time has run, without the time in which it stood still. */
export class StoppedClock {
  readonly #isOver: () => void;
  #leftMs: number;
  #startedMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, isOver: () => void) {
    this.#leftMs = milliseconds;
    this.#isOver = isOver;
    this.start();
  }

  start(): void {
    this.#startedMs = performance.now();
    this.#timer = setTimeout(this.#isOver, this.#leftMs);
  }

  /** Goes on for so much longer. */
  extend(milliseconds: number): void {
    this.stop();
    this.#leftMs = milliseconds;
    this.start();
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#startedMs;
  }
}
