/** One column that a list is ordered by. Together they decide between any two rows. */
export interface OrderColumn {
  /** The column in the table, such as `t.due_at`. */
  readonly column: string;
  /** The name under which the statement gives it back, such as `dueAt`. */
  readonly as: string;
  /** The type that a part of the key is read as, such as `timestamptz`. */
  readonly type: string;
  /** Names sort by `und-x-icu`, the same on every database. */
  readonly collation?: 'und-x-icu';
  readonly descending?: boolean;
  /** Where rows without a value come; left out if the column is never null. */
  readonly nulls?: 'first' | 'last';
}

export interface OrderedPage {
  /** What is selected, the columns of the order among them under their names. */
  readonly select: string;
  readonly from: string;
  /** Its parameters are the `values`. */
  readonly where: string;
  readonly order: readonly OrderColumn[];
  /** The sort key of the last row of the page before, a part for each column; null begins at the first row. */
  readonly after: readonly (string | null)[] | null;
  readonly values: readonly unknown[];
  /** Rows to read. One more than the page has tells whether there is a next page. */
  readonly rows: number;
}

/**
 * The statement that reads one page of a list whose order has columns that may be null, or directions that differ: where
 * neither is so, one comparison of rows, `(name, id) > ($1, $2)`, says the same.
 *
 * What comes after a key is cut into ranges, each of which an index on the order finds without reading what comes before:
 * rows with the same first parts and a later last one, then those with a later part before it, and so on. After a value
 * the rows without one are a range of their own, and after a row without one it depends on where these come.
 */
export function orderedPage({ select, from, where, order, after, values, rows }: OrderedPage): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const given = [...values, rows];
  const limit = `limit $${given.length}`;
  const parameterOf = after?.map((part, at) => {
    if (part === null) return null;
    given.push(part);
    return `$${given.length}::${order[at]?.type}${collated(order[at])}`;
  });
  const ranges = parameterOf === undefined ? ['true'] : rangesAfter(order, parameterOf);
  const inTable = orderBy(order, ({ column }) => column);
  const parts = ranges.map(
    (range) => `(select ${select} from ${from} where (${where}) and ${range} ${inTable} ${limit})`,
  );
  // After the very last row there is no range at all, and still an answer.
  if (parts.length === 0) parts.push(`(select ${select} from ${from} where false)`);
  const text = `select * from (${parts.join(' union all ')}) page ${orderBy(order, ({ as }) => `"${as}"`)} ${limit}`;
  return { text, values: given };
}

const collated = (column: OrderColumn | undefined) =>
  column?.collation === undefined ? '' : ` collate "${column.collation}"`;

const orderBy = (order: readonly OrderColumn[], nameOf: (column: OrderColumn) => string) =>
  `order by ${order
    .map((column) => {
      // Without this, PostgreSQL puts them last when ascending and first when descending.
      const nulls = column.nulls === undefined ? '' : ` nulls ${column.nulls}`;
      return `${nameOf(column)}${collated(column)}${column.descending ? ' desc' : ''}${nulls}`;
    })
    .join(', ')}`;

/** The ranges after a key. A part of the key is a parameter, or null for a row without a value. */
function rangesAfter(order: readonly OrderColumn[], key: readonly (string | null)[]): readonly string[] {
  const same = order.map(({ column }, at) =>
    (key[at] ?? null) === null ? `${column} is null` : `${column} = ${key[at]}`,
  );
  return order.flatMap((column, at) =>
    laterThan(column, key[at] ?? null).map((later) => [...same.slice(0, at), later].join(' and ')),
  );
}

/** What comes later in one column, in order. */
function laterThan(
  { column, descending, nulls, ...rest }: OrderColumn,
  parameter: string | null,
): readonly string[] {
  if (parameter === null) return nulls === 'first' ? [`${column} is not null`] : [];
  const greater = `${column}${collated({ column, ...rest })} ${descending ? '<' : '>'} ${parameter}`;
  return nulls === 'last' ? [greater, `${column} is null`] : [greater];
}
