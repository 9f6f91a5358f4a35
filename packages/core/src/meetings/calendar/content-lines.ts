import { characterAfterLine, lineAt } from './text-lines.ts';

/** A property of a calendar file (RFC 5545, 3.1): its value as it was written. */
export interface ContentLine {
  /** In upper case. */
  readonly name: string;
  /** By name in upper case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Null if the line has no value that can be read. */
  readonly value: string | null;
}

export interface ReadComponent {
  /** In upper case. */
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly components: readonly ReadComponent[];
}

/** Which properties are kept, by the component that they stand in. Everything else is passed over unread. */
export type WantedProperties = Readonly<Record<string, readonly string[]>>;

const mostCharacters = 8192;
const mostParameters = 50;
const mostComponents = 1000;
const deepest = 8;

interface Growing {
  readonly name: string;
  readonly lines: ContentLine[];
  readonly components: Growing[];
}

/**
 * The first calendar of a file, in one pass and with bounds on what it makes, since anybody can mail one. A `RangeError`
 * for a file that is cut off, not nested rightly or out of the bounds: half a file may mean something else than the whole.
 */
export function readComponents(file: string, wanted: WantedProperties): ReadComponent {
  const root: Growing = { name: '', lines: [], components: [] };
  const open: Growing[] = [root];
  let count = 0;
  for (const line of contentLines(file, wanted, () => open.at(-1)?.name ?? '')) {
    const current = open.at(-1) ?? root;
    const name = line.value?.trim().toUpperCase() ?? '';
    if (line.name === 'BEGIN') {
      count += 1;
      if (count > mostComponents || open.length > deepest) throw new RangeError('Too many components.');
      const begun: Growing = { name, lines: [], components: [] };
      current.components.push(begun);
      open.push(begun);
    } else if (line.name === 'END') {
      if (open.length === 1 || current.name !== name)
        throw new RangeError(`${name} ends without a beginning.`);
      open.pop();
      if (open.length === 1) break;
    } else current.lines.push(line);
  }
  const [calendar] = root.components;
  if (open.length > 1 || calendar?.name !== 'VCALENDAR') throw new RangeError('The file is no calendar.');
  return calendar;
}

/** The lines that are wanted, unfolded; of a very long one only its beginning. */
function* contentLines(file: string, wanted: WantedProperties, inside: () => string): Generator<ContentLine> {
  let at = file.startsWith('\ufeff') ? 1 : 0;
  while (at < file.length) {
    const first = lineAt(file, at);
    at = characterAfterLine(file, at);
    const name = nameOf(first);
    const isWanted = name === 'BEGIN' || name === 'END' || wanted[inside()]?.includes(name) === true;
    const pieces = isWanted ? [first.slice(0, mostCharacters)] : [];
    let length = first.length;
    while (file.startsWith(' ', at) || file.startsWith('\t', at)) {
      if (isWanted && length < mostCharacters) {
        const more = lineAt(file, at).slice(1, mostCharacters);
        // A line may be folded any number of times around nothing.
        if (more !== '') pieces.push(more);
        length += more.length;
      }
      at = characterAfterLine(file, at);
    }
    if (isWanted) yield lineOf(name, pieces.join('').slice(0, mostCharacters));
  }
}

const nameEnds = /[:;]/;

function nameOf(line: string): string {
  const head = line.slice(0, 64);
  const end = head.search(nameEnds);
  return (end < 0 ? head : head.slice(0, end)).trim().toUpperCase();
}

/** Takes a line apart at the signs outside of quotes. */
function lineOf(name: string, line: string): ContentLine {
  const unreadable: ContentLine = { name, parameters: new Map(), value: null };
  const parameters = new Map<string, string>();
  let at = line.search(nameEnds);
  for (let count = 0; at >= 0 && line[at] === ';'; count += 1) {
    const end = endOfParameter(line, at + 1);
    if (end === null || count === mostParameters) return unreadable;
    const parameter = line.slice(at + 1, end);
    const equals = parameter.indexOf('=');
    const key = parameter.slice(0, Math.max(0, equals)).trim().toUpperCase();
    if (!parameters.has(key)) parameters.set(key, parameter.slice(equals + 1).replaceAll('"', ''));
    at = end;
  }
  return at < 0 ? unreadable : { name, parameters, value: line.slice(at + 1) };
}

/** Where the parameter ends that begins there; null if the line ends before. */
function endOfParameter(line: string, from: number): number | null {
  let quoted = false;
  for (let at = from; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === ';' || character === ':')) return at;
  }
  return null;
}
