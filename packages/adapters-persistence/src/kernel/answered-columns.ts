/** How one column of an answer is called, and how its text is read. */
interface Column {
  readonly name: string;
  read(text: string): unknown;
}

/** One row as the database wrote it, in the order of its columns; null where a column is null. */
export type Texts = readonly (string | null)[];

/** Makes objects of the rows of one statement. */
export class AnsweredColumns {
  readonly #columns: readonly Column[];
  /** Copied for each row, so that all of them have one shape from the beginning. */
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
  }

  read(texts: Texts): Record<string, unknown> {
    const row = { ...this.#empty };
    for (const [index, { name, read }] of this.#columns.entries()) {
      const text = texts[index];
      if (text !== null && text !== undefined) row[name] = read(text);
    }
    return row;
  }
}
