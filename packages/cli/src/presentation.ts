import type { Operation } from '@chancery/sdk/operations';
import { changeOf } from './changes.ts';
import { isRun, runText } from './findings.ts';
import { singular } from './names.ts';
import { harmless, type Style } from './style.ts';
import { cellText, renderTable, widthOf } from './table.ts';
import { fullTime, isInstant, timeCell, type Viewpoint } from './times.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How something is shown to a person. */
export interface Manner {
  readonly width: number;
  readonly style: Style;
  /** From where times are told; null where no person reads, and they stay as they are. */
  readonly viewpoint: Viewpoint | null;
  /** What was done, if an operation answered. */
  readonly operation?: Operation | null;
  /** The columns asked for. */
  readonly columns?: readonly string[] | undefined;
}

export interface Presentation {
  readonly text: string;
  /** What to say beside the data: columns left out, more pages, a secret that is shown once. */
  readonly notes: readonly string[];
}

const secretName = /^(secret|recoveryCodes|.*(Secret|Token))$/;

/** Data for a person: a list as a table, a change as one line, else lines of name and value, a secret last and alone. */
export function present(data: unknown, manner: Manner): Presentation {
  if (!isFields(data)) {
    if (Array.isArray(data) && data.every(isFields)) return presentList('items', data, {}, manner);
    return { text: data === undefined || data === null ? 'Done.' : cellText(data), notes: [] };
  }
  const runs = isRun(data.run) ? [data.run] : Array.isArray(data.runs) ? data.runs : [];
  if (runs.length > 0 && runs.every(isRun) && manner.columns === undefined)
    return { text: runs.map((run) => runText(run, manner.style)).join('\n\n'), notes: moreNotes(data) };
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.every(isFields));
  const arrays = manner.operation?.list?.arrays;
  if (arrays !== undefined) return presentList(eachNamed(arrays), kindsOf(arrays, data), data, manner);
  const list = lists.find(([name]) => name === manner.operation?.list?.field) ?? lists[0];
  if (list && 'count' in data && (lists.length === 1 || manner.operation?.list)) {
    const { [list[0]]: _, ...rest } = data;
    return presentList(list[0], list[1] as Fields[], rest, manner); // its items were tested above
  }
  const change = manner.operation ? changeOf(manner.operation, data) : null;
  if (change === null) return presentResource(data, manner);
  if (Object.keys(change.rest).length === 0) return { text: change.line, notes: [] };
  const { text, notes } = presentResource(change.rest, manner, 'beside a thing');
  return { text: `${change.line}\n${text}`, notes };
}

const eachNamed = (arrays: readonly string[]) => arrays.join(' or ');

/** The items of several arrays one after the other, each with what kind of thing it is. */
const kindsOf = (arrays: readonly string[], data: Fields): Fields[] =>
  arrays.flatMap((array) =>
    (data[array] as Fields[]).map((item) => ({ [kindColumn]: singular(array), ...item })),
  );
const kindColumn = 'kind';

function presentList(name: string, rows: readonly Fields[], rest: Fields, manner: Manner): Presentation {
  const { style, operation } = manner;
  const isWhole = operation?.list?.arrays !== undefined || manner.columns !== undefined;
  const others = isWhole ? [] : otherLists(rest);
  const first = presentTable(name, rows, manner);
  if (others.length === 0) return { text: first.text, notes: [...first.notes, ...moreNotes(rest)] };
  // Each has a heading, save one that says in words that it is empty.
  const headed = (each: string, { text }: Presentation) => `${style('bold', headingOf(each))}\n${text}`;
  const tables = others.map(
    ([each, found]) => [each, presentTable(each, found, { ...manner, operation: null })] as const,
  );
  const shown = [
    rows.length === 0 ? first.text : headed(name, first),
    ...tables.map(([each, table]) => headed(each, table)),
  ];
  const notes = [first, ...tables.map(([, table]) => table)].flatMap((table) => table.notes);
  return { text: shown.join('\n\n'), notes: [...notes, ...moreNotes(rest)] };
}

/** What else an answer lists beside what it is a list of. */
const otherLists = (rest: Fields): readonly (readonly [string, readonly Fields[]])[] =>
  Object.entries(rest).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every(isFields) ? [[name, value] as const] : [],
  );

function presentTable(name: string, rows: readonly Fields[], manner: Manner): Presentation {
  const { width, style, viewpoint, operation } = manner;
  if (rows.length === 0) return { text: style('dim', `No ${wordsOf(name)}.`), notes: [] };
  const { columns: declared, arrays } = operation?.list ?? {};
  const columns = manner.columns ?? (arrays && declared ? [kindColumn, ...declared] : declared);
  const read = columns ? rows.map((row) => picked(row, columns)) : rows;
  const { text, hiddenColumns } = renderTable(
    read.map((row) => withTimes(row, viewpoint, timeCell)),
    width,
    style,
    columns,
  );
  const notes = [];
  if (hiddenColumns.length > 0) {
    const instead = operation?.list ? '--columns or --json' : '--json';
    const of = operation === null ? ` of ${wordsOf(name)}` : '';
    notes.push(`Not shown${of} for want of width: ${hiddenColumns.join(', ')}. Use ${instead}.`);
  }
  return { text, notes };
}

const moreNotes = ({ nextCursor }: Fields): readonly string[] =>
  typeof nextCursor === 'string'
    ? [`There are more: repeat with --cursor ${harmless(nextCursor)}, or use --all.`]
    : [];

/** `uploadSessions` as a person says it. */
const wordsOf = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

/** The same at the head of what it names. */
const headingOf = (name: string) => harmless(`${name.charAt(0).toUpperCase()}${wordsOf(name).slice(1)}`);

/** The fields by which the columns are called; a dot leads into a field's own fields. */
const picked = (row: Fields, columns: readonly string[]): Fields =>
  Object.fromEntries(
    columns.map((name) => [
      name,
      name.split('.').reduce<unknown>((at, part) => (isFields(at) ? at[part] : undefined), row),
    ]),
  );

const withTimes = (
  row: Fields,
  viewpoint: Viewpoint | null,
  told: (name: string, value: string, viewpoint: Viewpoint) => string,
): Fields =>
  viewpoint === null
    ? row
    : Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          isInstant(value) ? told(name, value, viewpoint) : value,
        ]),
      );

/** One thing, or several of which each has a heading; `beside a thing` if the line above is about another one already. */
function presentResource(data: Fields, manner: Manner, place?: 'beside a thing'): Presentation {
  const secrets = Object.entries(data).filter(([name, value]) => secretName.test(name) && value !== null);
  const others = Object.entries(data).filter(([name, value]) => !secretName.test(name) || value === null);
  const parts = others.flatMap(partsOf);
  const isDivided = parts.length > (place === undefined ? 1 : 0);
  const [only] = others;
  const unwrapped =
    only && others.length === 1 && isFields(only[1]) && !isDivided ? Object.entries(only[1]) : others;
  const plain = isDivided ? others.filter((entry) => partsOf(entry).length === 0) : unwrapped;

  const { style } = manner;
  const blocks = [
    linesOf([...flattened(plain)], manner, secrets),
    ...(isDivided ? parts : []).map(([heading, fields]) => [
      style('bold', heading),
      ...linesOf([...flattened(Object.entries(fields))], manner).map((line) => `  ${line}`),
    ]),
  ];
  const named = secrets.map(([name]) => name).join(' and ');
  const notes =
    secrets.length > 0 ? [`Keep ${named} now: it is shown this once and cannot be read again.`] : [];
  const shown = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return { text: shown.join('\n\n'), notes };
}

/** The things that a field of an answer holds, each under the name that it is shown by. */
function partsOf([name, value]: readonly [string, unknown]): readonly (readonly [string, Fields])[] {
  const heading = headingOf(name);
  if (isFields(value)) return Object.keys(value).length > 0 ? [[heading, value]] : [];
  if (!(Array.isArray(value) && value.every(isFields))) return [];
  const one = singular(heading);
  return value.map((each, index) => [`${one} ${index + 1} of ${value.length}`, each] as const);
}

/** Lines of name and value below each other, the secrets last. */
function linesOf(
  fields: readonly (readonly [string, unknown])[],
  { style, viewpoint }: Manner,
  secrets: readonly (readonly [string, unknown])[] = [],
): readonly string[] {
  const told = Object.entries(
    withTimes(Object.fromEntries(fields), viewpoint, (_, value, from) => fullTime(value, from)),
  );
  const width = Math.max(0, ...[...told, ...secrets].map(([name]) => widthOf(name)));
  const line = (name: string, value: string) =>
    `${style('bold', name)}${' '.repeat(width - widthOf(name) + 2)}${value}`.trimEnd();
  return [
    ...told.map(([name, value]) => line(name, cellText(value) || style('dim', nothing(value)))),
    ...secrets.map(([name, value]) => line(name, style('yellow', cellText(value)))),
  ];
}

/** A list without anything in it says so in words: a dash could be a value that is not known. */
const nothing = (value: unknown): string => (Array.isArray(value) ? 'none' : '–');

/** Fields of fields as `workspace.name`; lists of resources as `dependencies[0].name`. */
function* flattened(entries: readonly (readonly [string, unknown])[]): Generator<readonly [string, unknown]> {
  for (const [name, value] of entries) {
    if (isFields(value) && Object.keys(value).length > 0) {
      yield* flattened(Object.entries(value).map(([key, each]) => [`${name}.${key}`, each] as const));
    } else if (Array.isArray(value) && value.length > 0 && value.every(isFields)) {
      yield* flattened(value.map((each, index) => [`${name}[${index}]`, each] as const));
    } else yield [harmless(name), value];
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
