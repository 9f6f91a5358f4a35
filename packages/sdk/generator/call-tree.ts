import type { Operation } from '../src/operation.ts';
import { quoted } from './names.ts';

export interface NamedCall {
  readonly name: string;
  readonly operation: Operation;
}

interface Branch {
  readonly calls: string[];
  readonly below: Map<string, Branch>;
}

/** The expression for `Api.define` that says which path each call has: one line for each part of a path. */
export function callTree(calls: readonly NamedCall[]): string {
  const root: Branch = { calls: [], below: new Map() };
  for (const { name, operation } of calls) {
    const { path, written } = writtenCall(name, operation);
    let branch = root;
    for (const part of path.split('/')) {
      const next = branch.below.get(part) ?? { calls: [], below: new Map() };
      branch.below.set(part, next);
      branch = next;
    }
    branch.calls.push(written);
  }
  const lines = [...root.below].flatMap(([part, branch]) => linesOf(branch, part, '\n  '));
  // The first parenthesis and the last one add nothing.
  const trimmed = lines.map(({ text, ...line }, at) => ({
    ...line,
    text: text.slice(at === 0 ? 1 : 0, at === lines.length - 1 ? -1 : undefined),
  }));
  return `${trimmed.map(({ indent, text }) => indent + quoted(text)).join(' +')},\n`;
}

interface Line {
  readonly indent: string;
  readonly text: string;
}

function linesOf({ calls, below }: Branch, part: string, indent: string): readonly Line[] {
  const inner = [...below].flatMap(([name, branch]) => linesOf(branch, name, `${indent}  `));
  const own = { indent, text: `(${[part, ...calls].join(' ')}` };
  const last = inner.at(-1);
  const close = ({ text, ...line }: Line) => ({ ...line, text: `${text})` });
  return last === undefined ? [close(own)] : [own, ...inner.slice(0, -1), close(last)];
}

const letters: Readonly<Record<string, string>> = { GET: 'G', POST: 'P', PUT: 'U', PATCH: 'M', DELETE: 'D' };

/** A call as the tree has it: its letter, its name, the fields that do not travel in the body, and what it lists. */
function writtenCall(name: string, { id, method, binary, file, route, pagination }: Operation) {
  if ((binary && method !== 'GET') || (file !== undefined && method !== 'POST'))
    throw new Error(`${id} is sent by ${method}, which the client cannot do with bytes`);
  const letter = binary ? 'B' : file === undefined ? letters[method] : 'F';
  const whole = route.slice(method.length + 1).replace(/^\/api\/v1\//, '');
  const elsewhere = whole.search(/\{[?^]/);
  const path = elsewhere < 0 ? whole : whole.slice(0, elsewhere);
  const isNamedByPath = pagination === path.slice(path.lastIndexOf('/') + 1);
  const items = pagination === null ? '' : `*${isNamedByPath ? '' : pagination}`;
  return { path, written: `${letter}${name}${elsewhere < 0 ? '' : whole.slice(elsewhere)}${items}` };
}
