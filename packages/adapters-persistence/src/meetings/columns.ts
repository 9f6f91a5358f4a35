/** A property of an entity, its column and the column's type; with the types, many rows are inserted as one JSON document. */
export type ColumnMap<T> = { readonly [K in keyof T]-?: readonly [column: string, type: string] };

/** The parts of statements that follow from a mapping. */
export interface Columns {
  /** `m.id "id", m.chain_id "chainId", …` */
  selection(alias: string): string;
  /** `id, chain_id, …` */
  readonly names: string;
  /** `j."id", j."chainId", …` */
  values(alias: string): string;
  /** The column list of `jsonb_to_recordset`. */
  readonly recordset: string;
  /** `title = j."title", …` for the properties named. */
  assignments(alias: string, properties: readonly string[]): string;
}

export function columnsOf<T>(map: ColumnMap<T>): Columns {
  const all = Object.entries<readonly [string, string]>(map);
  return {
    selection: (alias) => all.map(([property, [column]]) => `${alias}.${column} "${property}"`).join(', '),
    names: all.map(([, [column]]) => column).join(', '),
    values: (alias) => all.map(([property]) => `${alias}."${property}"`).join(', '),
    recordset: all.map(([property, [, type]]) => `"${property}" ${type}`).join(', '),
    assignments: (alias, properties) =>
      all
        .filter(([property]) => properties.includes(property))
        .map(([property, [column]]) => `${column} = ${alias}."${property}"`)
        .join(', '),
  };
}
