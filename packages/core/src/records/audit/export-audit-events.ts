import { genesisHash, hashedNow } from '@chancery/verify';
import { z } from 'zod';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { madeFile } from '../../kernel/file-answer.ts';
import type { HandlerContext, Later } from '../../kernel/handler-context.ts';
import type { LedgerHead } from '../../kernel/ledger/index.ts';
import { invalidField } from '../../kernel/validation.ts';
import { query, type RecordsPorts } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { auditEventNotFound } from './errors.ts';
import { auditExported } from './events.ts';
import { openedDetail } from './opened-detail.ts';
import type { StoredRow } from './ports.ts';
import { isPassed, ledgerAsker, passedLabels } from './reader.ts';
import { shownKeys } from './shown-keys.ts';
import { wholeNote } from './views.ts';

const seq = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The most events that are in memory at once. */
const rowsAtOnce = 500;
const checkpointsAtOnce = 100;

export const exportAuditEvents = query({
  summary: 'Export the audit ledger for verification elsewhere',
  description:
    'One JSON object on each line: what the file is, the events, the checkpoints over them, and the end. It is verified offline by chancery audit verify. Details that you may not see are left out, and the first line then says that details are not included.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  input: z.strictObject({
    fromSeq: seq().default(1).describe('The first event.'),
    toSeq: seq().optional().describe('The last one; by default the newest.'),
    details: z.boolean().default(false).describe('Whether names, reasons and addresses are in it.'),
  }),
  output: madeFile('application/x-ndjson'),
  errors: [auditEventNotFound],

  find: ledgerAsker,
  may: onLedger('verify'),

  async run({ fromSeq, toSeq, details }, context) {
    const { auditTrail, workspaceId, readLater, writeLater } = context;
    const head = await auditTrail.head();
    if (head === null || fromSeq > head.seq) throw auditEventNotFound();
    if (toSeq !== undefined && toSeq < fromSeq)
      throw invalidField(
        '/toSeq',
        'field.out_of_range',
        'Give the number of an event that is not before fromSeq.',
      );
    const last = Math.min(toSeq ?? head.seq, head.seq);
    const isWhole =
      details && !(await auditTrail.hasDetailsBeyond(['standard', ...passedLabels], fromSeq, last));
    const range = { fromSeq, toSeq: last, head, details, isWhole };
    const header = await headerOf(range, context);
    return {
      mediaType: 'application/x-ndjson',
      fileName: `audit-${fromSeq}-${last}.ndjson`,
      content: linesOf(header, range, readLater, context),
      etag: null,
      cacheControl: null,
      // Who gets no byte has exported nothing.
      delivering: () =>
        writeLater(async ({ emit }) =>
          emit(auditExported, { ledgerId: workspaceId, fromSeq, toSeq: last, details }),
        ),
    };
  },
});

interface Range {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly head: LedgerHead;
  readonly details: boolean;
  /** Whether every detail of the range is in the file. */
  readonly isWhole: boolean;
}

async function headerOf(
  { fromSeq, toSeq, isWhole }: Range,
  context: RecordsPorts & Pick<HandlerContext, 'workspaceId' | 'now'>,
) {
  const { auditTrail, workspaceId, now } = context;
  const { origin, vkeys } = await shownKeys(context);
  const [before] = fromSeq === 1 ? [] : await auditTrail.hashes(fromSeq - 1, fromSeq - 1);
  const anchor = before ?? hashedNow(genesisHash(workspaceId), sha256);
  return {
    format: 'chancery-audit-export/1',
    workspaceId,
    origin: origin ?? '',
    vkeys: vkeys.map(({ vkey }) => vkey),
    fromSeq,
    toSeq,
    anchorHash: hexOf(anchor),
    exportedAt: now,
    details: isWhole,
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** A page at a time, each read in a transaction of its own, so that an export of any length holds little in memory. */
async function* linesOf(
  header: object,
  { fromSeq, toSeq, head, details }: Range,
  readLater: Later<RecordsPorts>['readLater'],
  { keyRing, workspaceId }: Pick<RecordsPorts, 'keyRing'> & Pick<HandlerContext, 'workspaceId'>,
): AsyncGenerator<string> {
  yield line(header);
  let events = 0;
  const detailOf = ({ detail, projection }: StoredRow) => {
    const isShown = details && isPassed(projection?.labels ?? []);
    const opened = isShown && detail !== null ? openedDetail(detail, workspaceId, keyRing) : null;
    return opened && { salt: hexOf(detail?.salt ?? new Uint8Array()), value: opened.value };
  };
  for (let at = fromSeq; at <= toSeq; at += rowsAtOnce) {
    const end = Math.min(at + rowsAtOnce - 1, toSeq);
    const rows = await readLater(({ auditTrail }) => auditTrail.rows(at, end));
    events += rows.length;
    if (rows.length > 0)
      yield rows
        .map((row) =>
          line({
            seq: row.seq,
            prevHash: row.prevHash,
            hash: row.hash,
            ...bytesOf(row),
            detail: detailOf(row),
          }),
        )
        .join('');
  }
  let checkpoints = 0;
  for (let above = 0; ; ) {
    const place = above;
    const found = await readLater(({ checkpointLog }) =>
      checkpointLog.between(place, toSeq, checkpointsAtOnce),
    );
    for (const checkpoint of found) yield line({ checkpoint: wholeNote(checkpoint) });
    checkpoints += found.length;
    above = found.at(-1)?.size ?? above;
    if (found.length < checkpointsAtOnce) break;
  }
  yield line({ end: true, headSeq: head.seq, headHash: head.hash, events, checkpoints });
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** The bytes as text; as base64 if somebody has made them anything else. */
function bytesOf({ payload }: Pick<StoredRow, 'payload'>): object {
  try {
    return { payload: strictDecoder.decode(payload) };
  } catch {
    return { payloadBase64: Buffer.from(payload).toString('base64') };
  }
}
