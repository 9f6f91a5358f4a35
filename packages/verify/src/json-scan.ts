/** What a JSON text may hold before anything of it is built. */
export interface JsonLimits {
  readonly depth: number;
  /** Values of every kind, those inside others included. */
  readonly values: number;
}

export type JsonExcess = 'too_deep' | 'too_many_values' | 'duplicate_member';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;

/**
 * Looks at each character once, and stops at the first excess, so that a text of a hundred thousand members is refused before
 * they exist. It need not be JSON: what it says of other text does not matter, because the parser refuses that.
 */
export function excessOf(text: string, { depth, values }: JsonLimits): JsonExcess | null {
  const open: (Set<string> | null)[] = [];
  let counted = 1;
  let repeated = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = endOfText(text, at);
      const next = afterSpace(text, end);
      const names = open.at(-1);
      if (names && text.charCodeAt(next) === colon) {
        const name = nameIn(text, at, end);
        repeated ||= names.has(name);
        if (names.add(name).size > values) return 'too_many_values';
      }
      at = next - 1;
    } else if (character === comma) counted += 1;
    else if (character === 0x7b || character === 0x5b) {
      open.push(character === 0x7b ? new Set() : null);
      counted += 1;
      if (open.length > depth) return 'too_deep';
    } else if (character === 0x7d || character === 0x5d) open.pop();
    if (counted > values) return 'too_many_values';
  }
  return repeated ? 'duplicate_member' : null;
}

/** The place behind the quote that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) return at + 1;
    if (character === backslash) at += 1;
  }
  return text.length;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

function nameIn(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end - 1);
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    return written;
  }
}
