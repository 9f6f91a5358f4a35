/** Where an object begins: `12 0 obj`. */
export interface ObjectHeader {
  readonly number: number;
  readonly generation: number;
  /** Of its first digit, and of what follows the keyword. */
  readonly start: number;
  readonly body: number;
}

const mark = 'obj';
const twoNumbers = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]*$/;
const nearBytes = 32;
const farBytes = 4096;
/** With the end of its line, if that is there. */
const comment = /%[^\r\n]*[\r\n]?/g;

/**
 * Every place of a file that some reader may take for the beginning of an object: readers follow a table of offsets that
 * may point into a comment or into the content of a stream, and search the whole file if the table is broken.
 */
export function* objectHeaders(file: Buffer): Generator<ObjectHeader> {
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + mark.length)) {
    const found = numbersBefore(file, at);
    if (found !== null) yield { ...found, body: at + mark.length };
  }
}

function numbersBefore(file: Buffer, at: number): Omit<ObjectHeader, 'body'> | null {
  const last = file[at - 1] ?? 0;
  if (!isBlank(last) && !isDigit(last)) return null;
  const near = headerAtEnd(file.toString('latin1', Math.max(0, at - nearBytes), at), at);
  if (near !== null || isDigit(last)) return near;
  // A comment may stand between the numbers and the keyword.
  const far = file.toString('latin1', Math.max(0, at - farBytes), at);
  return /[\r\n]/.test(far) && far.includes('%')
    ? headerAtEnd(
        far.replace(comment, (text) => (/[\r\n]$/.test(text) ? ' '.repeat(text.length) : text)),
        at,
      )
    : null;
}

function headerAtEnd(text: string, end: number): Omit<ObjectHeader, 'body'> | null {
  const found = twoNumbers.exec(text);
  if (found === null) return null;
  return { number: Number(found[1]), generation: Number(found[2]), start: end - found[0].length };
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;

/** Whether a comment begins between these places, and goes on until the second. */
export function standsInComment(file: Buffer, from: number, place: number): boolean {
  const least = Math.max(from, place - farBytes);
  for (let at = place - 1; at >= least; at -= 1) {
    if (file[at] === 0x0a || file[at] === 0x0d) return false;
    if (file[at] === 0x25) return true;
  }
  return false;
}
