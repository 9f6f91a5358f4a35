import pg, { type Connection, type PoolClient } from 'pg';
import { AnsweredColumns, type Texts } from './answered-columns.ts';

/** What the database answered to one statement. */
export interface Answer {
  readonly rows: readonly Texts[];
  readonly columns: AnsweredColumns;
  /** How many rows it changed, or returned. */
  readonly count: number;
}

/** A statement that is prepared under its name, once on each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Asked extends Statement {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  rows: Texts[];
  columns: AnsweredColumns | null;
  count: number;
}

/** What pg's own queries use of a connection; its types say less, or other things. */
interface Wire {
  readonly stream: { cork?(): void; uncork?(): void };
  /** Texts by name: of what is prepared, and of what is about to be. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(portal: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(what: { readonly type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
}

interface DescribedField {
  readonly name: string;
  readonly dataTypeID: number;
}

// What pg itself makes of a value for the wire; its types leave that out.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** By connection and name, the columns of what was prepared there. */
const described = new WeakMap<Connection, Map<string, AnsweredColumns>>();

/**
 * Statements that leave in one packet and are answered in one. With pg's own queries the database describes the columns of
 * every answer and sends each by itself, which costs both sides more processor time than most statements do. If one fails,
 * those after it do not run, and fail with it.
 */
export class Batch {
  static {
    // pg lets nothing share a connection that is not its own query, because a portal left open would mix up the answers.
    // Here none stays open: each statement is executed to its end.
    Object.setPrototypeOf(Batch.prototype, pg.Query.prototype);
  }

  readonly #client: PoolClient;
  readonly #prepares: boolean;
  readonly #asked: Asked[] = [];
  readonly #described: Map<string, AnsweredColumns>;
  /** How many were answered. */
  #answered = 0;

  /** Unless it prepares, each statement is parsed anew, without a name. */
  constructor(client: PoolClient, { prepares = true }: { readonly prepares?: boolean } = {}) {
    this.#client = client;
    this.#prepares = prepares;
    const known = described.get(client.connection) ?? new Map<string, AnsweredColumns>();
    described.set(client.connection, known);
    this.#described = known;
  }

  get statements(): readonly Statement[] {
    return this.#asked;
  }

  add({ name, text, values }: Statement): Promise<Answer> {
    const columns = this.#described.get(name) ?? null;
    return new Promise((resolve, reject) => {
      const prepared = values.map((value) => prepareValue(value));
      this.#asked.push({ name, text, values: prepared, resolve, reject, rows: [], columns, count: 0 });
    });
  }

  // From here on what pg asks of a query, which the whole batch is to it.

  /** The statement that is answered next: pg notes that it is prepared. */
  get name(): string | undefined {
    return this.#prepares ? this.#asked[this.#answered]?.name : undefined;
  }

  get text(): string | undefined {
    return this.#asked[this.#answered]?.text;
  }

  submit(connection: Connection): null {
    const wire = connection as unknown as Wire;
    wire.stream.cork?.();
    for (const asked of this.#asked) {
      if (this.#prepares) prepare(wire, asked);
      else wire.parse({ name: '', text: asked.text });
      send(wire, this.#prepares ? asked.name : '', asked);
    }
    wire.sync();
    wire.stream.uncork?.();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly DescribedField[] }): void {
    this.#describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: Texts }): void {
    this.#asked[this.#answered]?.rows.push(fields);
  }

  /** Of `UPDATE 3` or `INSERT 0 1` the last number counts; `BEGIN` has none. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.#asked[this.#answered];
    if (asked === undefined) return;
    if (asked.columns === null) this.#describe([]);
    asked.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    this.#resolveAnswered();
  }

  /** The statements before the one that failed have their answers. */
  handleError(error: unknown): void {
    this.#resolveAnswered();
    const { submittedNamedStatements } = this.#client.connection as unknown as Wire;
    for (const { name, reject } of this.#asked.slice(this.#answered)) {
      delete submittedNamedStatements[name];
      reject(error);
    }
  }

  #resolveAnswered(): void {
    for (const { resolve, rows, columns, count } of this.#asked.slice(0, this.#answered))
      if (columns !== null) resolve({ rows, columns, count });
  }

  #describe(fields: readonly DescribedField[]): void {
    const asked = this.#asked[this.#answered];
    if (asked === undefined) return;
    asked.columns = new AnsweredColumns(
      fields.map(({ name, dataTypeID }) => ({
        name,
        read: this.#client.getTypeParser(dataTypeID, 'text'),
      })),
    );
    this.#described.set(asked.name, asked.columns);
  }
}

function prepare(wire: Wire, { name, text }: Asked): void {
  const known = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name];
  if (known !== undefined) return;
  wire.parse({ name, text });
  wire.submittedNamedStatements[name] = text;
}

function send(wire: Wire, statement: string, { values, columns }: Asked): void {
  wire.bind({ statement, values });
  if (columns === null) wire.describe({ type: 'P' });
  wire.execute({});
}
