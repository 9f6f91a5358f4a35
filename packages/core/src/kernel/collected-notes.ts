import type { DatabaseRole } from './database-role.ts';
import type { Log } from './ports.ts';
import type { Instant } from './time.ts';

/** What notes are written with: transactions, and a log for what could not be written. */
export interface NotePorts<Repositories> {
  readonly unitOfWork: {
    run(
      mode: 'write',
      role: DatabaseRole,
      work: (transaction: { readonly repositories: Repositories }) => Promise<void>,
      holder?: string,
    ): Promise<void>;
  };
  readonly log: Log;
}

/** What distinguishes the notes of one kind, and where they go. */
interface NoteKind<Note, Repositories> {
  /** What the log calls them, in the plural. */
  readonly name: string;
  readonly unwritten: string;
  readonly flushEveryMilliseconds: number;
  readonly databaseRole: DatabaseRole;
  keyOf(note: Note): string;
  write(notes: readonly Note[], repositories: Repositories): Promise<void>;
}

/**
 * The latest note of each key: collected in memory, written apart now and then and at the end, so that no request
 * waits for it or fails by it. What could not be written is kept for the next time.
 */
export class CollectedNotes<Note extends { readonly at: Instant }, Repositories> {
  readonly #ports: NotePorts<Repositories>;
  readonly #kind: NoteKind<Note, Repositories>;
  #notes = new Map<string, Note>();
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(ports: NotePorts<Repositories>, kind: NoteKind<Note, Repositories>) {
    this.#ports = ports;
    this.#kind = kind;
  }

  /** Writes what was collected; never rejects. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), this.#kind.flushEveryMilliseconds);
  }

  /** The last write, at drain. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  /** Keeps the note in memory; writes nothing. */
  protected keep(note: Note): void {
    const key = this.#kind.keyOf(note);
    const known = this.#notes.get(key);
    if (known === undefined || known.at <= note.at) this.#notes.set(key, note);
  }

  async #write(): Promise<void> {
    const notes = [...this.#notes.values()];
    if (notes.length === 0) return;
    this.#notes = new Map();
    const { name, unwritten, databaseRole, write } = this.#kind;
    try {
      await this.#ports.unitOfWork.run(
        'write',
        databaseRole,
        ({ repositories }) => write(notes, repositories),
        name,
      );
    } catch (error) {
      for (const note of notes) this.keep(note);
      this.#ports.log.warn({ [name]: notes.length, error: String(error) }, unwritten);
    }
  }
}
