import type { Log } from '../kernel/ports.ts';
import type { KeyPrincipal } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ApiKeyUseNote } from './ports.ts';

const flushEveryMilliseconds = 60_000;

/**
 * When each secret was last used (KEY-4): collected in memory, written once a minute and at the end, so that no
 * request waits for it or fails by it. What could not be written is kept for the next time.
 */
export class ApiKeyUse {
  readonly #unitOfWork: UnitOfWork;
  readonly #log: Log;
  #uses = new Map<string, ApiKeyUseNote>();
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ unitOfWork, log }: { readonly unitOfWork: UnitOfWork; readonly log: Log }) {
    this.#unitOfWork = unitOfWork;
    this.#log = log;
  }

  /** For every request that a key was admitted for; touches memory alone. */
  note({ keyPrefix, apiKeyId }: KeyPrincipal, address: string, at: Instant): void {
    this.#keep({ keyPrefix, apiKeyId, at, address });
  }

  /** Writes what was collected; never rejects. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), flushEveryMilliseconds);
  }

  /** The last write, at drain. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  #keep(use: ApiKeyUseNote): void {
    const known = this.#uses.get(use.keyPrefix);
    if (known === undefined || known.at <= use.at) this.#uses.set(use.keyPrefix, use);
  }

  async #write(): Promise<void> {
    const uses = [...this.#uses.values()];
    if (uses.length === 0) return;
    this.#uses = new Map();
    try {
      await this.#unitOfWork.run('write', 'worker', ({ repositories }) => repositories.apiKeys.noteUse(uses));
    } catch (error) {
      for (const use of uses) this.#keep(use);
      this.#log.warn(
        { uses: uses.length, error: String(error) },
        'last use of API keys not written; trying again',
      );
    }
  }
}
