import canonicalize from 'canonicalize';
import { utf8 } from '../crypto.ts';
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

/**
 * The UTF-8 bytes of RFC 8785 for any finite double and any text. Throws `JsonRefused` if the library would guess
 * or drop: lone surrogates, NaN, Infinity, undefined members and whatever else JSON cannot hold.
 */
export function canonicalJson(value: unknown): Uint8Array {
  refuseUnfaithful(value, false, 0);
  return utf8(canonicalize(value) ?? '');
}

/** As `canonicalJson`, with the limits of the ledger: text in NFC, integers within ±(2^53 − 1). */
export function canonicalLedgerJson(value: unknown): Uint8Array {
  refuseUnfaithful(value, true, 0);
  return utf8(canonicalize(value) ?? '');
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
  refuseUnfaithful(value, false, 0);
  refuseUnsafeIntegers(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonRefused('not_json');
  }
}

function refuseUnfaithful(value: unknown, ledgerLimits: boolean, depth: number): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') refuseText(value, ledgerLimits);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new JsonRefused('not_finite');
    if (ledgerLimits) refuseUnsafeIntegers(value);
  } else if (typeof value !== 'object' || depth > MAX_DEPTH) throw new JsonRefused('not_json');
  else if (Array.isArray(value))
    for (const element of value) refuseUnfaithful(element, ledgerLimits, depth + 1);
  else refuseUnfaithfulObject(value, ledgerLimits, depth);
}

function refuseUnfaithfulObject(value: object, ledgerLimits: boolean, depth: number): void {
  const prototype = Object.getPrototypeOf(value);
  // Dates, maps and byte arrays would become strings or empty objects.
  if (
    (prototype !== Object.prototype && prototype !== null) ||
    Object.getOwnPropertySymbols(value).length > 0
  )
    throw new JsonRefused('not_json');
  for (const [name, member] of Object.entries(value)) {
    refuseText(name, ledgerLimits);
    refuseUnfaithful(member, ledgerLimits, depth + 1);
  }
}

function refuseText(text: string, ledgerLimits: boolean): void {
  if (LONE_SURROGATE.test(text)) throw new JsonRefused('lone_surrogate');
  if (ledgerLimits && text.normalize('NFC') !== text) throw new JsonRefused('not_normalised');
}

function refuseUnsafeIntegers(value: unknown): void {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new JsonRefused('unsafe_integer');
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) refuseUnsafeIntegers(member);
  }
}
