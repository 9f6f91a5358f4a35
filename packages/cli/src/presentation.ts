import { harmless, type Style } from './style.ts';
import { cellText, renderTable, widthOf } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Presentation {
  readonly text: string;
  /** What to say beside the data: columns left out, more pages, a secret that is shown once. */
  readonly notes: readonly string[];
}

const secretName = /^(secret|recoveryCodes|.*(Secret|Token))$/;

/** Data for a person: a list as a table, one resource as lines of name and value, a secret last and alone. */
export function present(data: unknown, width: number, style: Style): Presentation {
  if (!isFields(data)) {
    if (Array.isArray(data) && data.every(isFields)) return presentList('items', data, {}, width, style);
    return { text: data === undefined || data === null ? 'Done.' : cellText(data), notes: [] };
  }
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.every(isFields));
  const [list] = lists;
  if (list && lists.length === 1 && 'count' in data) {
    const { [list[0]]: _, ...rest } = data;
    return presentList(list[0], list[1] as Fields[], rest, width, style); // its items were tested above
  }
  return presentResource(data, style);
}

function presentList(
  name: string,
  rows: readonly Fields[],
  rest: Fields,
  width: number,
  style: Style,
): Presentation {
  if (rows.length === 0) return { text: style('dim', `No ${name}.`), notes: [] };
  const { text, hiddenColumns } = renderTable(rows, width, style);
  const notes = [];
  if (hiddenColumns.length > 0)
    notes.push(`Not shown for want of width: ${hiddenColumns.join(', ')}. Use --json.`);
  if (typeof rest.nextCursor === 'string') {
    notes.push(`There are more: repeat with --cursor ${harmless(rest.nextCursor)}, or use --all.`);
  }
  return { text, notes };
}

function presentResource(data: Fields, style: Style): Presentation {
  const secrets = Object.entries(data).filter(([name, value]) => secretName.test(name) && value !== null);
  const others = Object.entries(data).filter(([name, value]) => !secretName.test(name) || value === null);
  const [only] = others;
  const unwrapped = only && others.length === 1 && isFields(only[1]) ? Object.entries(only[1]) : others;

  const lines = [...flattened(unwrapped)];
  const width = Math.max(0, ...[...lines, ...secrets].map(([name]) => widthOf(name)));
  const line = (name: string, value: string) =>
    `${style('bold', name)}${' '.repeat(width - widthOf(name) + 2)}${value}`.trimEnd();
  const plain = lines.map(([name, value]) => line(name, cellText(value) || style('dim', '–')));
  const shown = secrets.map(([name, value]) => line(name, style('yellow', cellText(value))));
  const named = secrets.map(([name]) => name).join(' and ');
  const notes =
    secrets.length > 0 ? [`Keep ${named} now: it is shown this once and cannot be read again.`] : [];
  return { text: [...plain, ...shown].join('\n'), notes };
}

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
