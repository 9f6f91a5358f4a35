import type { Log } from '../kernel/ports.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import { type Instant, secondsBetween } from '../kernel/time.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** A session's `lastSeenAt` moves at most once a minute (platform 2.2). */
const restSeconds = 60;
/** Other processes see within this that a session is in use; the idle limit allows for it. */
const flushEveryMilliseconds = 30_000;

/**
 * When each session was last seen: collected in memory and written apart, so that no request waits for it or fails by
 * it. Without it a person at work would count as idle between two refreshes.
 */
export class SessionUse {
  readonly #unitOfWork: UnitOfWork;
  readonly #log: Log;
  #seen = new Map<string, Instant>();
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ unitOfWork, log }: { readonly unitOfWork: UnitOfWork; readonly log: Log }) {
    this.#unitOfWork = unitOfWork;
    this.#log = log;
  }

  /** For every request that a session was admitted for; touches memory alone. */
  note({ sessionId, lastSeenAt }: Pick<UserPrincipal, 'sessionId' | 'lastSeenAt'>, at: Instant): void {
    if (secondsBetween(lastSeenAt, at) >= restSeconds) this.#keep(sessionId, at);
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

  #keep(sessionId: string, at: Instant): void {
    const known = this.#seen.get(sessionId);
    if (known === undefined || known <= at) this.#seen.set(sessionId, at);
  }

  async #write(): Promise<void> {
    const seen = this.#seen;
    if (seen.size === 0) return;
    this.#seen = new Map();
    const notes = [...seen].map(([id, at]) => ({ id, at }));
    try {
      await this.#unitOfWork.run('write', 'identity', ({ repositories }) =>
        repositories.sessions.seen(notes),
      );
    } catch (error) {
      for (const { id, at } of notes) this.#keep(id, at);
      this.#log.warn(
        { sessions: notes.length, error: String(error) },
        'sessions in use not written; trying again',
      );
    }
  }
}
