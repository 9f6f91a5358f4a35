const [opening, closing, lineFeed, carriageReturn] = [0x28, 0x29, 0x0a, 0x0d];
const [backslash, percent, less, more, slash] = [0x5c, 0x25, 0x3c, 0x3e, 0x2f];
const blanks = new Set([0, 9, 10, 12, 13, 32]);
const endings = new Set([...blanks, opening, closing, percent, less, more, slash, 0x5b, 0x5d, 0x7b, 0x7d]);

export interface StateBalance {
  /** How many states the content puts back that it has not kept, at the worst place. */
  readonly missing: number;
  /** How many states are kept at its end, beyond those. */
  readonly open: number;
}

/** Looks through the content of a page for graphics states that it keeps (`q`) and puts back (`Q`): careless programs forget some. */
export function stateBalance(content: Uint8Array): StateBalance {
  let [open, missing, at] = [0, 0, 0];
  while (at < content.length) {
    const byte = content[at] ?? 0;
    if (blanks.has(byte)) at += 1;
    else if (byte === percent) at = endOfLine(content, at);
    else if (byte === opening) at = endOfString(content, at);
    else if (byte === less && content[at + 1] !== less) at = endAfter(content, at, more);
    else if (endings.has(byte) && byte !== slash) at += 1;
    else {
      const end = endOfWord(content, at + 1);
      const word = end - at <= 2 ? String.fromCharCode(...content.subarray(at, end)) : '';
      if (word === 'q') open += 1;
      if (word === 'Q' && open === 0) missing += 1;
      else if (word === 'Q') open -= 1;
      at = word === 'ID' ? endOfImage(content, end) : end;
    }
  }
  return { missing, open };
}

function endOfWord(content: Uint8Array, start: number): number {
  let at = start;
  while (at < content.length && !endings.has(content[at] ?? 0)) at += 1;
  return at;
}

function endOfLine(content: Uint8Array, start: number): number {
  let at = start;
  while (at < content.length && content[at] !== lineFeed && content[at] !== carriageReturn) at += 1;
  return at;
}

function endAfter(content: Uint8Array, start: number, byte: number): number {
  const at = content.indexOf(byte, start);
  return at < 0 ? content.length : at + 1;
}

/** A string may hold brackets in pairs, and others after a backslash. */
function endOfString(content: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    if (content[at] === backslash) at += 1;
    else if (content[at] === opening) depth += 1;
    else if (content[at] === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return content.length;
}

/** The data of an image within the content ends with `EI` between blanks. */
function endOfImage(content: Uint8Array, start: number): number {
  for (let at = start; at + 2 < content.length; at += 1) {
    const isEnd = content[at + 1] === 0x45 && content[at + 2] === 0x49;
    const after = content[at + 3];
    if (isEnd && blanks.has(content[at] ?? 0) && (after === undefined || blanks.has(after))) return at + 3;
  }
  return content.length;
}
