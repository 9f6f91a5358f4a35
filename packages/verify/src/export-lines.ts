import { bytesOfBase64, bytesOfStrictHex, joined, textOfUtf8, utf8 } from './bytes.ts';
import { parseStrictJson } from './canonical-json.ts';
import type { RowWithDetail } from './detail-checks.ts';
import { fits, isObject, members } from './shape.ts';

/** The file is no export, or cannot be read to its end: nothing is said about the ledger. */
export class ExportUnreadable extends Error {
  override readonly name = 'ExportUnreadable';
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
    this.line = line;
  }
}

export interface ExportHeader {
  readonly workspaceId: string;
  readonly origin: string;
  readonly vkeys: readonly string[];
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly anchorHash: string;
  /** Whether the lines hold all details that the ledger has; an export may leave some or all of them out. */
  readonly details: boolean;
}

export interface ExportEnd {
  readonly headSeq: number;
  readonly headHash: string;
  readonly events: number;
  readonly checkpoints: number;
}

export type ExportLine =
  | { readonly kind: 'header'; readonly header: ExportHeader }
  | { readonly kind: 'row'; readonly row: RowWithDetail }
  | { readonly kind: 'checkpoint'; readonly note: string }
  | { readonly kind: 'end'; readonly end: ExportEnd };

/** A payload has at most 64 KiB, and a detail little more. */
const MAX_LINE = 16 * 1024 * 1024;
export const EXPORT_FORMAT = 'chancery-audit-export/1';

/** The lines of a file that comes in pieces: those that a piece completes, together. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  let [rest, line] = [new Uint8Array(), 1];
  const decoded = (bytes: Uint8Array) => {
    const text = textOfUtf8(bytes);
    if (text === null) throw new ExportUnreadable(line, 'This is not UTF-8.');
    return text;
  };
  for await (const piece of pieces) {
    const bytes = joined(rest, piece);
    // No other character of UTF-8 holds this byte.
    const end = bytes.lastIndexOf(10);
    rest = bytes.subarray(end + 1);
    if (rest.length > MAX_LINE) throw new ExportUnreadable(line, 'It is too long.');
    if (end < 0) continue;
    const lines = decoded(bytes.subarray(0, end)).split('\n');
    yield lines;
    line += lines.length;
  }
  const last = decoded(rest);
  if (last) yield [last];
}

type Members = Readonly<Record<string, unknown>>;

/** What a line says. Throws `ExportUnreadable`. */
export function readLine(text: string, number: number): ExportLine {
  const members = objectOf(text, number);
  const line = ((): ExportLine | null => {
    if (number === 1) return headerOf(members);
    if ('checkpoint' in members) return checkpointOf(members);
    return 'end' in members ? endOf(members) : rowOf(members);
  })();
  if (!line) throw new ExportUnreadable(number, `It has not the members of ${EXPORT_FORMAT}.`);
  return line;
}

function objectOf(text: string, number: number): Members {
  try {
    const value = parseStrictJson(text);
    if (isObject(value)) return value;
  } catch {
    // Said below, like of any other value.
  }
  throw new ExportUnreadable(number, 'This is no I-JSON object.');
}

const header = {
  ...members('format workspaceId origin anchorHash exportedAt c:fromSeq c:toSeq b:details'),
  vkeys: ['t'],
} as const;

function headerOf(line: Members): ExportLine | null {
  const value = { details: true, ...line };
  if (!fits(value, header)) return null;
  // It fits.
  const {
    format,
    exportedAt: _,
    ...said
  } = value as unknown as ExportHeader & { format: string; exportedAt: string };
  const { fromSeq, toSeq, anchorHash } = said;
  const isRange = fromSeq > 0 && toSeq >= fromSeq - 1;
  return format === EXPORT_FORMAT && isRange && isHash(anchorHash) ? { kind: 'header', header: said } : null;
}

const row = members('c:seq prevHash hash *:detail');

function rowOf({ payload, payloadBase64, ...line }: Members): ExportLine | null {
  const text = payload ?? payloadBase64;
  const isEither = (payload === undefined) !== (payloadBase64 === undefined);
  if (!isEither || !isText(text) || !fits(line, row)) return null;
  const bytes = payload === undefined ? bytesOfBase64(text) : utf8(text);
  const detail = detailOf(line.detail);
  // It fits.
  return bytes && detail !== undefined
    ? { kind: 'row', row: { ...(line as unknown as RowWithDetail), payload: bytes, detail } }
    : null;
}

/** Undefined if it is none. */
function detailOf(detail: unknown): { salt: Uint8Array; value: unknown } | null | undefined {
  if (detail === null) return null;
  if (!fits(detail, { salt: 't', value: '*' })) return undefined;
  const { salt, value } = detail as { salt: string; value: unknown };
  const bytes = bytesOfStrictHex(salt);
  return bytes ? { salt: bytes, value } : undefined;
}

const checkpointOf = (members: Members): ExportLine | null =>
  fits(members, { checkpoint: 't' }) ? { kind: 'checkpoint', note: String(members.checkpoint) } : null;

function endOf(line: Members): ExportLine | null {
  const { end, ...said } = line;
  const isEnd = end === true && fits(said, members('c:headSeq headHash c:events c:checkpoints'));
  return isEnd && isHash(said.headHash) ? { kind: 'end', end: said as unknown as ExportEnd } : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
