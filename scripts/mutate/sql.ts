import type { MutationKind } from './mutation.ts';

/** A change inside a statement of SQL, by offsets into its text. */
export interface SqlChange {
  readonly kind: MutationKind;
  readonly start: number;
  readonly end: number;
  readonly becomes: string;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

const beginnings =
  /^\s*(--.*\s*)*(select|insert|update|delete|with|create|alter|revoke|where|and|or|order by|from|union|(left |inner )?join|case|exists|not exists|for update)\b/i;

/** Whether the text of a string or template is SQL or a piece of it; prose begins with a capital or has no operator. */
export const isSql = (text: string) =>
  beginnings.test(text) && /[=<>$]|\bis (not )?null\b|\bfor update\b|\border by\b|\bfrom\b/.test(text);

/** What begins a condition, and what ends one at the same depth. */
const conditionStarts = new Set(['where', 'and', 'on', 'having', 'or']);
const conditionEnds = new Set(
  'and or where order limit offset group having returning for union except then when else end on set from left right inner cross join window as do using with ; ,'.split(
    ' ',
  ),
);
const setEnds = new Set(['where', 'from', 'returning', ';']);

/** The changes of a statement: conditions without effect, edges moved by one, orders turned, locks and assignments left out. */
export function sqlChanges(sql: string, { isMigration = false, isOfTenant = false } = {}): SqlChange[] {
  const tokens = tokensOf(sql);
  return tokens.flatMap((token, index) => [
    ...(isOfTenant && isTenantCondition(tokens, index) ? [] : conditionChanges(sql, tokens, index)),
    ...columnChanges(sql, tokens, index),
    ...orderChanges(tokens, index),
    ...lockChanges(tokens, index),
    ...comparisonChanges(tokens, index),
    ...(isOneRow(tokens, index) ? [] : constantChanges(token)),
    ...(isMigration ? policyChanges(tokens, index) : []),
  ]);
}

/** `workspace_id = $1`, which row-level security keeps as well: without one of the two nothing can be seen to be missing. */
function isTenantCondition(tokens: readonly Token[], index: number): boolean {
  const [column, equals, value, next] = tokens.slice(index + 1, index + 5);
  return (
    /^(\w+\.)?workspace_id$/.test(column?.text ?? '') &&
    equals?.text === '=' &&
    /^\$\d+$/.test(value?.text ?? '') &&
    (next === undefined || conditionEnds.has(next.text) || next.depth < (value?.depth ?? 0))
  );
}

/** The last words of a statement that gives one row: whoever reads the first row never looks at a second one. */
const isOneRow = (tokens: readonly Token[], index: number): boolean =>
  tokens[index]?.text === '1' && tokens[index - 1]?.text === 'limit' && tokens[index]?.depth === 0;

/** Words, numbers, operators and brackets; a placeholder `${…}` and a quoted text are one token each, comments are none. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    const rest = sql.slice(at);
    const length = sql.startsWith('${', at)
      ? placeholderLength(rest)
      : (/^(--[^\n]*|'(?:[^']|'')*'|\s+|\$\d+|[\w.]+|::|->>|->|<=|>=|<>|@>|<@|\|\||:=|=>|.)/s.exec(rest)?.[0]
          .length ?? 1);
    const text = sql.slice(at, at + length);
    if (text === ')') depth -= 1;
    if (!/^(\s+|--.*)$/s.test(text))
      tokens.push({ text: text.toLowerCase(), start: at, end: at + length, depth });
    if (text === '(') depth += 1;
    at += length;
  }
  return tokens;
}

function placeholderLength(text: string): number {
  let open = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '{') open += 1;
    if (text[at] === '}') open -= 1;
    if (open === 0) return at + 1;
  }
  return text.length;
}

/** The index of the first token from `from` on that ends what began at this depth. */
function endOf(tokens: readonly Token[], from: number, depth: number, ends: ReadonlySet<string>): number {
  let isBetween = false;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.depth < depth) return index;
    if (token.depth > depth) continue;
    if (token.text === 'between') isBetween = true;
    else if (token.text === 'and' && isBetween) isBetween = false;
    else if (ends.has(token.text)) return index;
  }
  return tokens.length;
}

/** Parameters stay in the statement, because PostgreSQL refuses a list that is longer than what it needs. */
function conditionChanges(sql: string, tokens: readonly Token[], index: number): SqlChange[] {
  const token = tokens[index] as Token;
  if (!conditionStarts.has(token.text)) return [];
  const until = endOf(tokens, index + 1, token.depth, conditionEnds);
  const clause = tokens.slice(index + 1, until);
  const [first, last] = [clause[0], clause.at(-1)];
  const decides = clause.some(({ text }) =>
    /^([=<>]|<=|>=|<>|is|in|exists|not|like|between|@>|any)$/.test(text),
  );
  const isBetweenAnd = token.text === 'and' && belongsToBetween(tokens, index);
  if (first === undefined || last === undefined || !decides || isBetweenAnd) return [];
  const text = sql.slice(first.start, last.end);
  const becomes = token.text === 'or' ? `(${text} and false)` : `(${text} or true)`;
  return [{ kind: 'sql condition', start: first.start, end: last.end, becomes }];
}

function belongsToBetween(tokens: readonly Token[], index: number): boolean {
  const { depth } = tokens[index] as Token;
  for (let before = index - 1; before >= 0; before -= 1) {
    const token = tokens[before] as Token;
    if (token.depth < depth) return false;
    if (token.depth === depth && token.text === 'between') return true;
    if (token.depth === depth && conditionEnds.has(token.text)) return false;
  }
  return false;
}

/** `set a = …` keeps what the column had. */
function columnChanges(sql: string, tokens: readonly Token[], index: number): SqlChange[] {
  const token = tokens[index] as Token;
  const isUpdate = tokens.slice(Math.max(0, index - 4), index).some(({ text }) => text === 'update');
  if (token.text !== 'set' || !isUpdate || tokens[index - 1]?.text === 'update') return [];
  const until = endOf(tokens, index + 1, token.depth, setEnds);
  const changes: SqlChange[] = [];
  for (let at = index + 1; at < until; ) {
    const end = Math.min(until, endOf(tokens, at, token.depth, new Set([',', ...setEnds])));
    const [column, equals] = [tokens[at], tokens[at + 1]];
    const [first, last] = [tokens[at + 2], tokens[end - 1]];
    if (column && equals?.text === '=' && /^\w+$/.test(column.text) && first && last) {
      const value = sql.slice(first.start, last.end);
      const becomes = `case when true then ${column.text} else ${value} end`;
      changes.push({ kind: 'sql column', start: first.start, end: last.end, becomes });
    }
    at = end + 1;
  }
  return changes;
}

function orderChanges(tokens: readonly Token[], index: number): SqlChange[] {
  const token = tokens[index] as Token;
  if (token.text === 'desc')
    return [{ kind: 'sql order', start: token.start, end: token.end, becomes: 'asc' }];
  if (token.text !== 'by' || tokens[index - 1]?.text !== 'order') return [];
  const until = endOf(tokens, index + 1, token.depth, new Set([',', 'limit', 'for', 'offset', ';', '`']));
  const last = tokens[until - 1];
  if (last === undefined || /^(desc|asc|last|first|by)$/.test(last.text)) return [];
  return [{ kind: 'sql order', start: last.end, end: last.end, becomes: ' desc' }];
}

function lockChanges(tokens: readonly Token[], index: number): SqlChange[] {
  const words = tokens.slice(index, index + 4).map(({ text }) => text);
  const phrase = words.join(' ');
  const length = phrase.startsWith('for no key update')
    ? 4
    : /^for (update|share)/.test(phrase)
      ? 2
      : /^skip locked/.test(phrase)
        ? 2
        : phrase.startsWith('distinct') && words[1] !== 'on' && words[1] !== 'from'
          ? 1
          : 0;
  if (length === 0) return [];
  const rest = phrase.startsWith('for ') && tokens[index + length]?.text === 'skip' ? 2 : 0;
  const last = tokens[index + length + rest - 1] as Token;
  return [{ kind: 'sql lock', start: (tokens[index] as Token).start, end: last.end, becomes: '' }];
}

const neighbours = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);

function comparisonChanges(tokens: readonly Token[], index: number): SqlChange[] {
  const token = tokens[index] as Token;
  const becomes = neighbours.get(token.text);
  if (becomes !== undefined) return [{ kind: 'sql comparison', start: token.start, end: token.end, becomes }];
  if (token.text !== 'is') return [];
  const [first, second] = [tokens[index + 1], tokens[index + 2]];
  if (first?.text === 'null')
    return [{ kind: 'sql comparison', start: token.start, end: first.end, becomes: 'is not null' }];
  if (first?.text === 'not' && second?.text === 'null')
    return [{ kind: 'sql comparison', start: token.start, end: second.end, becomes: 'is null' }];
  return [];
}

function constantChanges({ text, start, end }: Token): SqlChange[] {
  const [, quote = '', digits, rest = ''] =
    /^(')?(\d+)( (?:second|minute|hour|day|week|month|year)s?')?$/.exec(text) ?? [];
  if (digits === undefined || (quote !== '') !== (rest !== '')) return [];
  const number = Number(digits);
  const becomes = number === 0 ? 1 : number >= 5 ? number * 10 : number + 1;
  return [{ kind: 'sql constant', start, end, becomes: `${quote}${becomes}${rest}` }];
}

/** Of migrations: policies and checks that let everything pass, and privileges that are not taken back. */
function policyChanges(tokens: readonly Token[], index: number): SqlChange[] {
  const token = tokens[index] as Token;
  const [first, second, third] = tokens.slice(index, index + 3).map(({ text }) => text);
  const isPolicy =
    (first === 'using' || (first === 'check' && tokens[index - 1]?.text === 'with')) && second === '(';
  if (isPolicy) {
    const close = tokens.findIndex(
      ({ text, depth }, at) => at > index && text === ')' && depth === token.depth,
    );
    const last = tokens[close];
    return last === undefined || tokens[index + 2]?.text === 'true'
      ? []
      : [{ kind: 'sql policy', start: token.start, end: last.end, becomes: `${first} (true)` }];
  }
  const isTaken = first === 'revoke' || (first === 'force' && second === 'row' && third === 'level');
  if (!isTaken) return [];
  const begin = first === 'revoke' ? token : (tokens[index - 3] ?? token);
  const until = tokens.findIndex(({ text }, at) => at >= index && text === ';');
  const last = tokens[until === -1 ? tokens.length - 1 : until - 1] as Token;
  return [{ kind: 'sql policy', start: begin.start, end: last.end, becomes: 'select 1' }];
}
