import { utf8 } from './bytes.ts';
import { excessOf, type JsonExcess, type JsonLimits } from './json-scan.ts';

export type JsonRefusal =
  | JsonExcess
  | 'lone_surrogate'
  | 'unsafe_integer'
  | 'not_finite'
  | 'not_json'
  | 'not_normalised';

/** The value or text has no canonical form that another implementation is sure to reproduce. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
  readonly reason: JsonRefusal;

  constructor(reason: JsonRefusal) {
    super(`No canonical JSON: ${reason}`);
    this.reason = reason;
  }
}

/** Deeper nesting is refused, so that no input can exhaust the stack. */
const MAX_DEPTH = 500;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Text of ASCII that JSON writes as it is: nearly all that a ledger holds, and looked at only once. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * The UTF-8 bytes of RFC 8785 for any finite double and any text. Throws `JsonRefused` for what would have to be guessed or
 * dropped: lone surrogates, NaN, Infinity, undefined members and whatever else JSON cannot hold.
 */
export const canonicalJson = (value: unknown): Uint8Array<ArrayBuffer> => utf8(canonicalText(value));

/** As `canonicalJson`, with the limits of the ledger: text in NFC, integers within ±(2^53 − 1). */
export const canonicalLedgerJson = (value: unknown): Uint8Array<ArrayBuffer> => utf8(written(value, true, 0));

/** As `canonicalJson`, before it is encoded. */
export const canonicalText = (value: unknown): string => written(value, false, 0);

/** Whether the text is the canonical form of the value that was read from it. */
export function isCanonical(value: unknown, text: string): boolean {
  try {
    return canonicalText(value) === text;
  } catch {
    return false;
  }
}

/**
 * Parses I-JSON (RFC 7493): what `JSON.parse` would silently repair or round throws `JsonRefused`. What nests deeper or holds
 * more values than the limits is refused before any of it is built.
 */
export function parseStrictJson(text: string, limits: Partial<JsonLimits> = {}): unknown {
  const excess = excessOf(text, { depth: MAX_DEPTH, values: Number.POSITIVE_INFINITY, ...limits });
  if (excess === 'too_deep' || excess === 'too_many_values') throw new JsonRefused(excess);
  const value = parsed(text);
  if (excess !== null) throw new JsonRefused(excess);
  refuseRounded(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonRefused('not_json');
  }
}

function written(value: unknown, inLedger: boolean, depth: number): string {
  if (typeof value === 'string') return writtenText(value, inLedger);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    refuseNumber(value, inLedger);
    // ECMAScript writes numbers and text as RFC 8785 wants them.
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || depth > MAX_DEPTH) throw new JsonRefused('not_json');
  return Array.isArray(value)
    ? writtenArray(value, inLedger, depth + 1)
    : writtenObject(value, inLedger, depth + 1);
}

function writtenText(text: string, inLedger: boolean): string {
  if (PLAIN.test(text)) return `"${text}"`;
  refuseText(text, inLedger);
  return JSON.stringify(text);
}

function writtenArray(elements: readonly unknown[], inLedger: boolean, depth: number): string {
  let text = '';
  for (const element of elements) text += `${text && ','}${written(element, inLedger, depth)}`;
  return `[${text}]`;
}

function writtenObject(value: object, inLedger: boolean, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  // Dates, maps and byte arrays would become strings or empty objects.
  if (
    (prototype !== Object.prototype && prototype !== null) ||
    Object.getOwnPropertySymbols(value).length > 0
  )
    throw new JsonRefused('not_json');
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  // The order of code units is that of RFC 8785.
  for (const name of Object.keys(value).sort())
    text += `${text && ','}${writtenText(name, inLedger)}:${written(members[name], inLedger, depth)}`;
  return `{${text}}`;
}

function refuseText(text: string, inLedger: boolean): void {
  if (LONE_SURROGATE.test(text)) throw new JsonRefused('lone_surrogate');
  if (inLedger && text.normalize('NFC') !== text) throw new JsonRefused('not_normalised');
}

function refuseNumber(value: number, onlySafe: boolean): void {
  if (!Number.isFinite(value)) throw new JsonRefused('not_finite');
  if (onlySafe && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new JsonRefused('unsafe_integer');
}

/** Of a value that `JSON.parse` made. */
function refuseRounded(value: unknown): void {
  if (typeof value === 'string') refuseText(value, false);
  else if (typeof value === 'number') refuseNumber(value, true);
  else if (value !== null && typeof value === 'object')
    for (const [name, member] of Object.entries(value)) {
      refuseText(name, false);
      refuseRounded(member);
    }
}
