import { bytesOfBase64, bytesOfStrictHex, utf8 } from './bytes.ts';
import { parseStrictJson } from './canonical-json.ts';
import type { RowWithDetail } from './detail-checks.ts';
import { isCount } from './merkle-tree.ts';

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
  /** Whether the lines hold the details that the ledger has; an export may leave them out. */
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

/** The lines of a file that comes in pieces, one at a time in memory. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let [rest, line] = ['', 1];
  const decoded = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new ExportUnreadable(line, 'This is not UTF-8.');
    }
  };
  for await (const piece of pieces) {
    const [first = '', ...more] = decoded(piece).split('\n');
    rest += first;
    for (const next of more) {
      yield rest;
      line += 1;
      rest = next;
    }
    if (rest.length > MAX_LINE) throw new ExportUnreadable(line, 'It is longer than any line of an export.');
  }
  decoded();
  if (rest !== '') yield rest;
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
  if (!line) throw new ExportUnreadable(number, `It has not the members that ${EXPORT_FORMAT} gives it.`);
  return line;
}

function objectOf(text: string, number: number): Members {
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch {
    throw new ExportUnreadable(number, 'This is no JSON that everybody reads alike.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new ExportUnreadable(number, 'This is no JSON object.');
}

const headerNames = 'anchorHash,details,exportedAt,format,fromSeq,origin,toSeq,vkeys,workspaceId';

function headerOf(members: Members): ExportLine | null {
  const {
    format,
    workspaceId,
    origin,
    vkeys,
    fromSeq,
    toSeq,
    anchorHash,
    exportedAt,
    details = true,
  } = members;
  const names = namesOf({ ...members, details });
  if (format !== EXPORT_FORMAT || names !== headerNames || typeof details !== 'boolean') return null;
  if (!isText(workspaceId) || !isText(origin) || !isText(exportedAt) || !isHash(anchorHash)) return null;
  if (!isCount(fromSeq) || fromSeq === 0 || !isCount(toSeq) || toSeq < fromSeq - 1) return null;
  if (!Array.isArray(vkeys) || !vkeys.every(isText)) return null;
  const header = { workspaceId, origin, vkeys, fromSeq, toSeq, anchorHash, details };
  return { kind: 'header', header };
}

function rowOf(members: Members): ExportLine | null {
  const { seq, prevHash, hash, payload, payloadBase64, detail } = members;
  const names = namesOf(members);
  if (names !== 'detail,hash,payload,prevHash,seq' && names !== 'detail,hash,payloadBase64,prevHash,seq')
    return null;
  const bytes = isText(payload) ? utf8(payload) : isText(payloadBase64) ? bytesOfBase64(payloadBase64) : null;
  const opened = detailOf(detail);
  if (!bytes || opened === undefined || !isCount(seq) || !isText(prevHash) || !isText(hash)) return null;
  return { kind: 'row', row: { seq, prevHash, hash, payload: bytes, detail: opened } };
}

/** Undefined if it is none. */
function detailOf(detail: unknown): { salt: Uint8Array; value: unknown } | null | undefined {
  if (detail === null) return null;
  if (typeof detail !== 'object' || detail === undefined || namesOf(detail) !== 'salt,value')
    return undefined;
  const { salt, value } = detail as Members;
  const bytes = isText(salt) ? bytesOfStrictHex(salt) : null;
  return bytes ? { salt: bytes, value } : undefined;
}

const checkpointOf = (members: Members): ExportLine | null =>
  namesOf(members) === 'checkpoint' && isText(members.checkpoint)
    ? { kind: 'checkpoint', note: members.checkpoint }
    : null;

function endOf(members: Members): ExportLine | null {
  const { end, headSeq, headHash, events, checkpoints } = members;
  if (end !== true || namesOf(members) !== 'checkpoints,end,events,headHash,headSeq') return null;
  if (!isCount(headSeq) || !isHash(headHash) || !isCount(events) || !isCount(checkpoints)) return null;
  return { kind: 'end', end: { headSeq, headHash, events, checkpoints } };
}

const namesOf = (members: object) => Object.keys(members).sort().join();
const isText = (value: unknown): value is string => typeof value === 'string';
const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
