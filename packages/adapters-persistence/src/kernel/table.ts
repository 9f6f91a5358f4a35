import type { EntitySchema, EntitySchemaColumnOptions } from 'typeorm';
import type { Sql } from './sql.ts';

/** Equality on columns. A key with `undefined` is refused, so that a forgotten field changes nothing. */
type Where<T> = { readonly [K in keyof T]?: T[K] };

export interface Table<T extends object> {
  /** The selected columns, for statements that a repository writes itself. */
  readonly selection: string;
  insert(rows: T | readonly T[]): Promise<void>;
  /** The same, but a row that breaks a uniqueness rule is skipped; returns how many were written. */
  insertUnlessTaken(row: T): Promise<number>;
  find(where: Where<T>, lock?: 'for update'): Promise<T | null>;
  findAll(where: Where<T>): Promise<T[]>;
  /** Returns how many rows were changed; with a version in the condition this is a compare-and-set. */
  update(where: Where<T>, values: Partial<T>): Promise<number>;
  delete(where: Where<T>): Promise<number>;
}

/** What all statements of a table share, whichever transaction they are for. */
interface Mapping {
  readonly tableName: string;
  /** The column of each property. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** The properties that are not bound. */
  readonly own: readonly string[];
  readonly selection: string;
  /** The properties that are written as JSON. */
  readonly json: ReadonlySet<string>;
}

const mappings = new WeakMap<object, Map<string, Mapping>>();

/** Read off the schema once for all transactions: a request makes several tables, and each would do it again. */
function mappingOf<T extends object>(schema: EntitySchema<T>, bound: readonly string[]): Mapping {
  const ofSchema = mappings.get(schema) ?? new Map<string, Mapping>();
  mappings.set(schema, ofSchema);
  const key = bound.join();
  const known = ofSchema.get(key);
  if (known !== undefined) return known;
  const { tableName = schema.options.name, columns } = schema.options;
  const all = Object.entries(columns) as [string, EntitySchemaColumnOptions][];
  const nameOf = new Map(all.map(([property, column]) => [property, column.name ?? snake(property)]));
  const own = all.map(([property]) => property).filter((property) => !bound.includes(property));
  const mapping = {
    tableName,
    nameOf,
    own,
    selection: own.map((property) => `${nameOf.get(property)} "${property}"`).join(', '),
    json: new Set(all.filter(([, { type }]) => type === 'jsonb').map(([property]) => property)),
  };
  ofSchema.set(key, mapping);
  return mapping;
}

/**
 * Makes named statements from one mapping. `bound` columns (the tenant) are in every condition and every insert and are
 * never read back. TypeORM's `repository.find` is not used because on one row it costs six times a named statement.
 */
export function table<T extends object>(
  sql: Sql,
  schema: EntitySchema<T>,
  bound: Readonly<Record<string, unknown>> = {},
): Table<T> {
  const { tableName, nameOf, own, selection, json } = mappingOf(schema, Object.keys(bound));
  const parameter = (property: string, value: unknown) =>
    json.has(property) && value !== null ? JSON.stringify(value) : value;

  function condition(where: object, values: unknown[]): string {
    return Object.entries({ ...bound, ...where })
      .map(([property, value]) => {
        if (value === undefined) throw new TypeError(`${tableName}.${property} is undefined in a condition`);
        const column = nameOf.get(property);
        if (column === undefined) throw new TypeError(`${tableName} has no ${property}`);
        if (value === null) return `${column} is null`;
        values.push(parameter(property, value));
        return `${column} = $${values.length}`;
      })
      .join(' and ');
  }

  function insertion(rows: readonly T[], suffix: string): [string, unknown[]] {
    const properties = [...Object.keys(bound), ...own];
    const values: unknown[] = [];
    const tuples = rows.map((row) => {
      const cells = properties.map((property) => {
        values.push(
          parameter(
            property,
            property in bound ? bound[property] : ((row as Record<string, unknown>)[property] ?? null),
          ),
        );
        return `$${values.length}`;
      });
      return `(${cells.join(', ')})`;
    });
    return [
      `insert into ${tableName} (${properties.map((property) => nameOf.get(property)).join(', ')}) values ${tuples.join(', ')}${suffix}`,
      values,
    ];
  }

  return {
    selection,
    async insert(rows) {
      const list = Array.isArray(rows) ? (rows as readonly T[]) : [rows as T];
      if (list.length > 0) await sql(...insertion(list, ''));
    },
    insertUnlessTaken: (row) => sql.changed(...insertion([row], ' on conflict do nothing')),
    async find(where, lock) {
      const values: unknown[] = [];
      const rows = await sql<T>(
        `select ${selection} from ${tableName} where ${condition(where, values)}${lock === undefined ? '' : ` ${lock}`}`,
        values,
      );
      return rows[0] ?? null;
    },
    findAll(where) {
      const values: unknown[] = [];
      return sql<T>(`select ${selection} from ${tableName} where ${condition(where, values)}`, values);
    },
    update(where, changes) {
      const values: unknown[] = [];
      const assignments = Object.entries(changes)
        .filter(([property, value]) => value !== undefined && nameOf.has(property) && !(property in bound))
        .map(([property, value]) => {
          values.push(parameter(property, value));
          return `${nameOf.get(property)} = $${values.length}`;
        });
      return sql.changed(
        `update ${tableName} set ${assignments.join(', ')} where ${condition(where, values)}`,
        values,
      );
    },
    delete(where) {
      if (Object.keys(where).length === 0) throw new TypeError(`${tableName}: a delete names its rows`);
      const values: unknown[] = [];
      return sql.changed(`delete from ${tableName} where ${condition(where, values)}`, values);
    },
  };
}

const snake = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
