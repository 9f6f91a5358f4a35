import { WrittenRows } from '@chancery/core';
import { type RowOf, type View, writtenFieldsOf } from '@chancery/core/internal';
import type { Sql } from './sql.ts';

/**
 * The rows of a statement, written as JSON by the database: it is the same statement in the same transaction, under the
 * same row-level security, and one text comes back instead of rows that this process would take apart and put together
 * again. The fields are those that the view names, in its order, so that no other column can get into an answer.
 */
export async function writtenRows<V extends View>(
  sql: Sql,
  view: V,
  statement: string,
  values: readonly unknown[],
): Promise<WrittenRows<RowOf<V>>> {
  const [{ json, count } = none] = await sql<Written>(allOf(view, statement), values);
  return new WrittenRows<RowOf<V>>({ view, json, count, last: null });
}

/** The same for one page. The last value is the number of rows to read, one more than the page has. */
export async function writtenPage<V extends View>(
  sql: Sql,
  view: V,
  statement: string,
  values: readonly unknown[],
): Promise<WrittenRows<RowOf<V>>> {
  const [{ json, count, last } = none] = await sql<Written>(pageOf(view, statement, values.length), values);
  // The view that it was written by.
  const parsed = last === null ? null : (JSON.parse(last) as RowOf<V>);
  return new WrittenRows<RowOf<V>>({ view, json, count, last: parsed });
}

interface Written {
  readonly json: string;
  readonly count: number;
  readonly last: string | null;
}
/** An aggregate always has a row; this is for the compiler. */
const none: Written = { json: '[]', count: 0, last: null };

const allOf = kept((view, statement) => {
  const row = rowOf(view);
  return `
    select count(*)::int count, ${arrayOf('row_to_json(written)::text')} json
    from (select ${row} from (${statement}) listed) written`;
});

const pageOf = kept((view, statement, values) => {
  const most = `$${values} - 1`;
  return `
    select least(count(*), ${most})::int count, ${arrayOf('json', `filter (where place <= ${most})`)} json,
           max(json) filter (where place = ${most} and places > ${most}) last
    from (select row_to_json(written)::text json, row_number() over () place, count(*) over () places
          from (select ${rowOf(view)} from (${statement}) listed) written) placed`;
});

/** Aggregates see rows in the order of the statement that they select from, since nothing in between joins or sorts. */
const arrayOf = (json: string, filter = '') =>
  `'[' || coalesce(string_agg(${json}, ',') ${filter}, '') || ']'`;

/** In the one form of an instant, which `instantOfText` makes of those that come as rows. */
const rowOf = (view: View): string =>
  [...writtenFieldsOf(view)]
    .map(([name, field]) =>
      field === 'instant' ? `to_char("${name}", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') "${name}"` : `"${name}"`,
    )
    .join(', ');

/** Makes each statement once. */
function kept(
  make: (view: View, statement: string, values: number) => string,
): (view: View, statement: string, values?: number) => string {
  const known = new Map<string, { readonly view: View; readonly text: string }>();
  return (view, statement, values = 0) => {
    const made = known.get(statement);
    if (made?.view === view) return made.text;
    const text = make(view, statement, values);
    known.set(statement, { view, text });
    return text;
  };
}
