import { bytesOfHex, hexOf } from '../bytes.ts';
import { canonicalText } from '../canonical-json.ts';
import { detailDigest, entryHash, genesisHash } from '../chain.ts';
import { checkpointText } from '../checkpoint.ts';
import { rangeRootOf } from '../merkle-tree.ts';
import { LOG_KEY, signatureLine } from '../note.ts';
import type { AuditPayload } from '../payload.ts';
import { signerOf } from '../web-crypto.ts';
import { auditVectors } from './audit-vectors.ts';
import { anEvent } from './ledgers.ts';
import { nodeSha256, now } from './now.ts';

const { origin, key } = auditVectors.checkpoints;

export interface ExportedEvent {
  readonly payload: string;
  readonly detail: { readonly salt: string; readonly value: unknown } | null;
}

export const EVENTS = 26;
/** Events with a detail; that of the first two is erased later. */
const DETAILED = [3, 4, 9, 15, 20];
const ERASED = [3, 4];
const CHECKPOINTS = [5, 12, 19, 26];

/** A history with details of which two are erased, or one without any. */
export function aHistory(detailed: readonly number[] = DETAILED): ExportedEvent[] {
  return Array.from({ length: EVENTS }, (_, index) => {
    const seq = index + 1;
    const salt = nodeSha256(Buffer.from(`salt ${seq}`));
    const value = { reason: `Reason ${seq}`, ip: '192.0.2.7' };
    const isDetailed = detailed.includes(seq);
    const isErasure = detailed.length > 0 && seq === 8;
    const event: AuditPayload = anEvent({
      id: `0190a000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
      occurredAt: new Date(Date.UTC(2026, 4, 4, 9, seq)).toISOString(),
      action: isErasure ? 'audit.detail_erased' : 'subject.updated',
      facts: isErasure ? { reason: 'request', seqs: ERASED } : { changed: ['displayName'] },
      detail: isDetailed ? { alg: 'sha256-salted-v1', digest: hexOf(now(detailDigest(salt, value))) } : null,
    });
    const detail = isDetailed && !ERASED.includes(seq) ? { salt: hexOf(salt), value } : null;
    return { payload: canonicalText(event), detail };
  });
}

/** The lines of an export of this history, with all hashes as they then are; checkpoints of these sizes. */
export async function exportOf(
  history: readonly ExportedEvent[],
  sizes: readonly number[] = CHECKPOINTS,
): Promise<string[]> {
  const workspaceId = anEvent().workspaceId;
  let last = now(genesisHash(workspaceId));
  const anchorHash = hexOf(last);
  const leaves: Uint8Array[] = [];
  const rows = history.map(({ payload, detail }, index) => {
    const prevHash = hexOf(last);
    last = now(entryHash(last, index + 1, Buffer.from(payload)));
    leaves.push(last);
    return JSON.stringify({ seq: index + 1, prevHash, hash: hexOf(last), payload, detail });
  });
  const notes: string[] = [];
  for (const size of sizes) notes.push(JSON.stringify({ checkpoint: await noteOf(leaves, size) }));
  const toSeq = history.length;
  const header = {
    ...{ format: 'chancery-audit-export/1', workspaceId, origin, vkeys: [key.vkey] },
    ...{ fromSeq: 1, toSeq, anchorHash, exportedAt: '2026-05-05T00:00:00.000Z' },
  };
  const end = { end: true, headSeq: toSeq, headHash: hexOf(last), events: toSeq, checkpoints: sizes.length };
  return [JSON.stringify(header), ...rows, ...notes, JSON.stringify(end)];
}

async function noteOf(leaves: readonly Uint8Array[], size: number): Promise<string> {
  const text = checkpointText({ origin, size, root: now(rangeRootOf(leaves)(0, size)) });
  const logKey = { name: origin, kind: LOG_KEY, publicKey: bytesOfHex(key.publicKey) } as const;
  return `${text}\n${await signatureLine(text, logKey, await signerOf(bytesOfHex(key.seed)))}`;
}

/** The lines by their numbers, or as text: what has been done to the file. */
export type AlteredLines = readonly (number | string)[];

type Pick = (below: number) => number;
type Members = Record<string, unknown>;

const isRow = (line: string) => line.startsWith('{"seq"');
const isNote = (line: string) => line.startsWith('{"checkpoint"');

/** One random change of the file. */
export function altered(base: readonly string[], lines: AlteredLines, pick: Pick): AlteredLines {
  const texts = lines.map((line) => (typeof line === 'number' ? (base[line] ?? '') : line));
  const placesOf = (is: (line: string) => boolean) => [...texts.keys()].filter((at) => is(texts[at] ?? ''));
  const one = (places: readonly number[]) => places[pick(places.length)] ?? 0;
  const rows = placesOf(isRow);
  const notes = placesOf(isNote);
  const anywhere = () => one(rows.length > 0 ? rows : [...texts.keys()]);
  const change = (at: number, how: (members: Members) => Members | null) =>
    lines.with(at, changedLine(texts[at] ?? '', how));
  const swap = (one: number, other: number) =>
    lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
  const kinds: (() => AlteredLines)[] = [
    () => lines.toSpliced(anywhere(), 1),
    () => lines.toSpliced(anywhere(), 0, lines[anywhere()] ?? ''),
    () => swap(anywhere(), anywhere()),
    () => change(anywhere(), (row) => ({ ...row, payload: oneChanged(String(row.payload), pick) })),
    () => change(anywhere(), (row) => ({ ...row, hash: oneChanged(String(row.hash), pick) })),
    () => change(anywhere(), (row) => ({ ...row, prevHash: oneChanged(String(row.prevHash), pick) })),
    () => change(anywhere(), (row) => ({ ...row, seq: pick(30) })),
    () => change(anywhere(), (row) => ({ ...row, detail: otherDetail(row.detail, pick) })),
    () => change(anywhere(), (row) => ({ ...row, detail: null })),
    () => lines.toSpliced(one(notes), 1),
    () => swap(one(notes), one(notes)),
    () => change(one(notes), (note) => ({ checkpoint: oneChanged(String(note.checkpoint), pick) })),
    () => lines.toSpliced(one(notes), 0, lines[one(notes)] ?? ''),
    () => change(0, (header) => otherHeader(header, pick)),
    () => change(lines.length - 1, (end) => otherEnd(end, pick)),
    () => lines.with(pick(lines.length), oneChanged(texts[pick(texts.length)] ?? '', pick)),
    () => lines.slice(0, 1 + pick(lines.length - 1)),
  ];
  return kinds[pick(kinds.length)]?.() ?? lines;
}

function changedLine(line: string, how: (members: Members) => Members | null): string {
  try {
    return JSON.stringify(how(JSON.parse(line)));
  } catch {
    // An earlier change has left no JSON there.
    return line;
  }
}

function oneChanged(text: string, pick: Pick): string {
  const at = pick(text.length);
  const letter = 'abcdef0123456789Z"\\{ \n'[pick(22)] ?? 'a';
  return text.slice(0, at) + letter + text.slice(at + 1);
}

function otherDetail(detail: unknown, pick: Pick): unknown {
  const salt = hexOf(nodeSha256(Buffer.from(`salt ${pick(EVENTS)}`)));
  if (detail === null || typeof detail !== 'object' || pick(3) === 0)
    return { salt, value: { reason: `Reason ${pick(EVENTS)}`, ip: '192.0.2.7' } };
  return pick(2) === 0 ? { ...detail, salt } : { ...detail, value: { reason: 'Another', ip: '192.0.2.7' } };
}

function otherHeader(header: Members, pick: Pick): Members {
  const others: Members[] = [
    { fromSeq: 1 + pick(28) },
    { toSeq: pick(30) },
    { anchorHash: oneChanged(String(header.anchorHash), pick) },
    { workspaceId: oneChanged(String(header.workspaceId), pick) },
    { origin: oneChanged(String(header.origin), pick) },
    { exportedAt: '2026-05-06T00:00:00.000Z' },
    { vkeys: [] },
    { details: pick(2) === 0 },
  ];
  return { ...header, ...others[pick(others.length)] };
}

function otherEnd(end: Members, pick: Pick): Members {
  const others: Members[] = [
    { headSeq: pick(30) },
    { headHash: oneChanged(String(end.headHash), pick) },
    { events: pick(30) },
    { checkpoints: pick(6) },
  ];
  return { ...end, ...others[pick(others.length)] };
}
