import { bytesOfStrictHex } from './bytes.ts';
import { parseStrictJson } from './canonical-json.ts';
import type { RowWithDetail } from './detail-checks.ts';
import type { Reading } from './export-file.ts';
import { readLine } from './export-lines.ts';
import { canonicalPayload } from './ledger-row.ts';
import { plainPayload } from './plain-payload.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const [quote, backslash, delete_] = [0x22, 0x5c, 0x7f];

const head = /^\{"seq":([1-9][0-9]{0,14}),"prevHash":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","payload":"/;
const tail = /^,"detail":(?:null|\{"salt":"([0-9a-f]*)","value":(.*)\})\}$/;
/** Enough for a payload of 64 KiB in which every character is escaped. */
const LINE_BYTES = 192 * 1024;
/** Far below the limit of a whole line, which is read in the ordinary way then. */
const DETAIL_DEPTH = 100;

/**
 * Reads an event without building it where its line is, byte for byte, what exports write of plain text. Whatever looks
 * otherwise is read in the ordinary way. The bytes of a payload are there until the next line is read.
 */
export function quickReading(): Reading {
  const bytes = new Uint8Array(LINE_BYTES);
  let last: RowWithDetail | null = null;
  return {
    readLine(line, number) {
      last = quickRow(line, bytes);
      return last ? { kind: 'row', row: last } : readLine(line, number);
    },
    payloadOf: (row) =>
      (row === last ? plainPayload(decoder.decode(row.payload)) : null) ?? canonicalPayload(row),
  };
}

/** The event of a line that is written as exports write it, or null. */
function quickRow(line: string, bytes: Uint8Array): RowWithDetail | null {
  const [begun, seq, prevHash, hash] = head.exec(line) ?? [];
  if (begun === undefined || prevHash === undefined || hash === undefined) return null;
  const { written } = encoder.encodeInto(line, bytes);
  const { length, end } = unescaped(bytes, begun.length, written);
  // Up to there each character is one byte.
  const detail = detailOf(line.slice(end));
  const payload = bytes.subarray(begun.length, begun.length + length);
  return detail === undefined ? null : { seq: Number(seq), prevHash, hash, payload, detail };
}

/**
 * Takes the escapes out of a JSON string, in place: the number of bytes that are left, and the place behind the quote that
 * ends it. A string with anything else than plain ASCII and escaped quotes ends nowhere, behind all that there is.
 */
function unescaped(bytes: Uint8Array, start: number, limit: number): { length: number; end: number } {
  let to = start;
  for (let at = start; at < limit; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === quote) return { length: to - start, end: at + 1 };
    if (byte === backslash) {
      at += 1;
      byte = bytes[at] ?? 0;
      if (byte !== quote) break;
    }
    if (byte < 0x20 || byte >= delete_) break;
    bytes[to] = byte;
    to += 1;
  }
  return { length: 0, end: Number.POSITIVE_INFINITY };
}

/** Undefined if the line does not end as exports end it. */
function detailOf(rest: string): RowWithDetail['detail'] | undefined {
  if (rest === ',"detail":null}') return null;
  const [whole, salt = '', value] = tail.exec(rest) ?? [];
  const bytes = bytesOfStrictHex(salt);
  if (whole === undefined || value === undefined || !bytes) return undefined;
  try {
    return { salt: bytes, value: parseStrictJson(value, { depth: DETAIL_DEPTH }) };
  } catch {
    return undefined;
  }
}
