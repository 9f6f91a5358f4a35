import { hexOf } from './bytes.ts';
import { genesisHash } from './chain.ts';
import { keysOf, type OpenedCheckpoint, openCheckpoint, openedOrRefusal } from './checkpoint.ts';
import type { RowWithDetail } from './detail-checks.ts';
import {
  type ExportEnd,
  type ExportHeader,
  type ExportLine,
  ExportUnreadable,
  linesOf,
  readLine,
} from './export-lines.ts';
import { hashedBy } from './hashing.ts';
import { firstOf, type LedgerFault } from './ledger-faults.ts';
import type { PayloadReader } from './ledger-row.ts';
import { type LedgerReport, LedgerWalk } from './ledger-verification.ts';
import { type NoteKey, NoteRefused } from './note.ts';
import { type Primitives, webCrypto } from './web-crypto.ts';

export { ExportUnreadable } from './export-lines.ts';

/** Opens the file from its beginning; it is read twice, because checkpoints stand behind the events that they speak of. */
export type ExportSource = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ExportVerification {
  /** Keys that were learned elsewhere; without any, the file's own are believed. */
  readonly vkeys?: readonly string[];
  /** Checkpoints that were kept outside, as signed notes. */
  readonly checkpoints?: readonly string[];
  /** Hears how many events have been read. */
  readonly onProgress?: (events: number, of: number) => void;
}

export type ExportWarning =
  /** The keys are the file's own: whoever wrote the file may have written them too. */
  | 'keys_from_file'
  /** No checkpoint confirms the history: it may have been rewritten as a whole. */
  | 'no_checkpoint'
  /** The first event is not the ledger's first, and what it hangs on is only the file's word; no checkpoint was compared. */
  | 'unanchored'
  /** The export leaves details out; those that are there were checked. */
  | 'details_not_included'
  | 'time_regression';

export interface ExportReport extends Omit<LedgerReport, 'warnings'> {
  readonly workspaceId: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly headHash: string | null;
  /** The size of the largest checkpoint that was compared. */
  readonly lastCheckpoint: number | null;
  readonly cosignatures: readonly {
    readonly size: number;
    readonly witness: string;
    readonly time: number;
  }[];
  readonly warnings: readonly ExportWarning[];
}

/** What stands around the events. */
interface Frame {
  readonly header: ExportHeader;
  readonly keys: readonly NoteKey[];
  readonly end: ExportEnd | null;
  readonly checkpoints: readonly OpenedCheckpoint[];
  readonly notes: number;
  /** A note that does not open, or is smaller than the one before it. */
  readonly fault: LedgerFault | null;
}

/** How the lines of events, and what they hold, are read. */
export interface Reading {
  readonly readLine: (text: string, number: number) => ExportLine;
  readonly payloadOf?: PayloadReader;
}

/**
 * Verifies an export without a database and without a network. Throws `ExportUnreadable` if it is none, `NoteRefused` for a
 * checkpoint kept outside that is not of this ledger, and `RangeError` for a text that is no key.
 * Only `./fast` gives a `reading`, which finds the same.
 */
export async function verifyExport(
  open: ExportSource,
  given: ExportVerification = {},
  primitives: Primitives = webCrypto,
  reading: Reading = { readLine },
): Promise<ExportReport> {
  const known = given.vkeys?.length ? await keysOf(given.vkeys, primitives) : null;
  const frame = await frameOf(open, known, primitives);
  const { header, keys } = frame;
  const compared: OpenedCheckpoint[] = header.fromSeq === 1 ? [...frame.checkpoints] : [];
  for (const note of given.checkpoints ?? []) {
    const opened = await openCheckpoint(note, keys, primitives);
    if (opened.origin !== header.origin) throw new NoteRefused('unknown_origin');
    if (header.fromSeq === 1) compared.push(opened);
  }
  const walk = new LedgerWalk(
    {
      ledgerId: header.workspaceId,
      details: header.details ? 'in_rows' : 'some_in_rows',
      head: headOf(frame),
      pinnedCheckpoints: compared.map(({ size, root }) => ({ size, rootHash: hexOf(root) })),
      ...(header.fromSeq > 1 && { after: { seq: header.fromSeq - 1, hash: header.anchorHash } }),
    },
    reading.payloadOf,
  );
  await hashedBy(walk.begin(), primitives.sha256);
  await walkRows(open, frame, given.onProgress, reading, (row) =>
    hashedBy(walk.take(row), primitives.sha256),
  );
  const walked = walk.report();
  const genesis = hexOf(await hashedBy(genesisHash(header.workspaceId), primitives.sha256));
  const fault = faultOf(walked, frame, genesis);
  return reportOf(walked, frame, fault, compared, known !== null);
}

function reportOf(
  walked: LedgerReport,
  { header, end }: Frame,
  fault: LedgerFault | null,
  compared: readonly OpenedCheckpoint[],
  keysAreGiven: boolean,
): ExportReport {
  const isWhole = header.fromSeq === 1;
  const largest = compared.reduce((most, { size }) => Math.max(most, size), 0);
  const warnings: [ExportWarning, boolean][] = [
    ['keys_from_file', !keysAreGiven],
    ['unanchored', !isWhole],
    ['no_checkpoint', isWhole && compared.length === 0],
    ['details_not_included', !header.details],
    ['time_regression', walked.warnings.length > 0],
  ];
  return {
    ...walked,
    ok: fault === null,
    firstBadSeq: fault?.seq ?? null,
    reason: fault?.reason ?? null,
    workspaceId: header.workspaceId,
    fromSeq: header.fromSeq,
    toSeq: header.toSeq,
    headHash: end?.headHash ?? null,
    lastCheckpoint: compared.length > 0 ? largest : null,
    cosignatures: compared.flatMap(({ size, cosignatures }) =>
      cosignatures.map((cosignature) => ({ size, ...cosignature })),
    ),
    warnings: warnings.filter(([, isSo]) => isSo).map(([warning]) => warning),
  };
}

/** The head, unless the ledger goes on behind the range. */
const headOf = ({ header, end }: Frame) =>
  end && end.headSeq <= header.toSeq ? { seq: end.headSeq, hash: end.headHash } : null;

/** What the walk found, or what the lines around the events contradict. */
function faultOf(
  { firstBadSeq, reason, eventsChecked }: LedgerReport,
  { header, end, notes, fault: noteFault }: Frame,
  genesis: string,
): LedgerFault | null {
  const { fromSeq, toSeq, anchorHash } = header;
  const faults: LedgerFault[] = noteFault ? [noteFault] : [];
  if (firstBadSeq !== null && reason !== null) faults.push({ seq: firstBadSeq, reason });
  if (fromSeq === 1 && anchorHash !== genesis) faults.push({ seq: 1, reason: 'prev_hash_mismatch' });
  const last = fromSeq + eventsChecked - 1;
  // Behind a fault of the walk nobody counted.
  if (reason === null && (last < toSeq || !end)) faults.push({ seq: last + 1, reason: 'truncated' });
  if (last > toSeq) faults.push({ seq: toSeq + 1, reason: 'beyond_head' });
  if (faults.length === 0 && end && end.events !== eventsChecked)
    faults.push({ seq: last, reason: 'head_mismatch' });
  // Which one is missing nobody knows, so that nothing bounds the fault from below.
  if (faults.length === 0 && end && end.checkpoints !== notes)
    faults.push({ seq: 1, reason: 'checkpoint_mismatch' });
  return faults.reduce<LedgerFault | null>(firstOf, null);
}

async function frameOf(open: ExportSource, known: NoteKey[] | null, primitives: Primitives): Promise<Frame> {
  let header: ExportHeader | null = null;
  let keys: readonly NoteKey[] = [];
  let end: ExportEnd | null = null;
  let fault: LedgerFault | null = null;
  const checkpoints: OpenedCheckpoint[] = [];
  let [number, notes] = [0, 0];
  for await (const lines of linesOf(open()))
    for (const text of lines) {
      number += 1;
      if (end) throw new ExportUnreadable(number, 'Something is behind the end.');
      // Events are read the second time, when they are checked.
      if (number > 1 && !text.startsWith('{"checkpoint"') && !text.startsWith('{"end"')) continue;
      const line = readLine(text, number);
      if (line.kind === 'header') {
        header = line.header;
        keys =
          known ??
          (await keysOf(header.vkeys, primitives).catch(() => {
            throw new ExportUnreadable(1, 'It names no key.');
          }));
      } else if (line.kind === 'end') end = line.end;
      else if (line.kind === 'checkpoint' && header) {
        notes += 1;
        const smaller = checkpoints.at(-1)?.size ?? 0;
        const opened = await openedOrRefusal(line.note, keys, primitives);
        if (typeof opened !== 'string' && opened.origin === header.origin && opened.size >= smaller)
          checkpoints.push(opened);
        else fault = firstOf(fault, { seq: smaller + 1, reason: 'checkpoint_mismatch' });
      }
    }
  if (!header) throw new ExportUnreadable(1, 'The file is empty.');
  return { header, keys, end, checkpoints, notes, fault };
}

/** Gives the events to the walk one by one; nothing waits between two of them unless hashes are late. */
async function walkRows(
  open: ExportSource,
  { header, notes, end }: Frame,
  onProgress: ExportVerification['onProgress'],
  { readLine }: Reading,
  take: (row: RowWithDetail) => unknown,
): Promise<void> {
  let [number, events, checkpoints, ends] = [0, 0, 0, 0];
  for await (const lines of linesOf(open()))
    for (const text of lines) {
      number += 1;
      if (number === 1) continue;
      const line = readLine(text, number);
      if (line.kind === 'checkpoint') checkpoints += 1;
      if (line.kind === 'end') ends += 1;
      if (line.kind !== 'row') continue;
      if (checkpoints > 0) throw new ExportUnreadable(number, 'An event is behind a checkpoint.');
      events += 1;
      if (events % 10_000 === 0) onProgress?.(events, header.toSeq - header.fromSeq + 1);
      const taken = take(line.row);
      if (taken instanceof Promise) await taken;
    }
  onProgress?.(events, header.toSeq - header.fromSeq + 1);
  // The first reading found these by how their lines begin.
  if (checkpoints !== notes || ends !== (end ? 1 : 0))
    throw new ExportUnreadable(number, 'A checkpoint or the end is not written as exports write it.');
}
