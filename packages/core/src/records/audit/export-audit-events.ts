import { genesisHash, hashedNow } from '@chancery/verify';
import { z } from 'zod';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { madeFile } from '../../kernel/file-answer.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { AuditPayload, LedgerHead } from '../../kernel/ledger/index.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type RecordsPorts, type RecordsPreparing, slowQuery } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { auditEventNotFound } from './errors.ts';
import { auditExported } from './events.ts';
import { type DetailOpener, detailOpener, keysOfDetails } from './opened-detail.ts';
import type { StoredRow } from './ports.ts';
import { isPassed, ledgerAsker, passedLabels } from './reader.ts';
import { shownKeys } from './shown-keys.ts';
import { wholeNote } from './views.ts';

const seq = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The most events that are in memory at once. */
const rowsAtOnce = 500;
const checkpointsAtOnce = 100;

export const exportAuditEvents = slowQuery({
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
    const { auditTrail, user } = context;
    const head = await auditTrail.head();
    if (head === null || fromSeq > head.seq) throw auditEventNotFound();
    if (toSeq !== undefined && toSeq < fromSeq)
      throw invalidField(
        '/toSeq',
        'field.out_of_range',
        'Give the number of an event that is not before fromSeq.',
      );
    const last = Math.min(toSeq ?? head.seq, head.seq);
    const hidden = { labels: ['standard', ...passedLabels], walledFrom: user.userId };
    const isWhole = details && !(await auditTrail.hasHiddenDetails(hidden, fromSeq, last));
    const range = { fromSeq, toSeq: last, head, details, isWhole };
    return { header: await headerOf(range, context), range };
  },

  async compose({ header, range }, _, context) {
    const { workspaceId: ledgerId, transact } = context;
    const { fromSeq, toSeq, details } = range;
    return {
      mediaType: 'application/x-ndjson',
      fileName: `audit-${fromSeq}-${toSeq}.ndjson`,
      content: linesOf(header, range, context),
      etag: null,
      cacheControl: null,
      // Who gets no byte has exported nothing.
      delivering: () =>
        transact(async ({ emit }) => emit(auditExported, { ledgerId, fromSeq, toSeq, details })),
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
  context: RecordsPreparing,
): AsyncGenerator<string> {
  const { transact, workspaceId: ledgerId, user } = context;
  yield line(header);
  let events = 0;
  for (let at = fromSeq; at <= toSeq; at += rowsAtOnce) {
    const end = Math.min(at + rowsAtOnce - 1, toSeq);
    const { rows, keys } = await transact(async ({ auditTrail, recordKeys }) => {
      const found = details
        ? await withoutHidden(await auditTrail.rows(at, end), user.userId, { auditTrail })
        : (await auditTrail.rows(at, end)).map((row) => ({ ...row, detail: null }));
      return {
        rows: found,
        keys: await keysOfDetails(
          found.map(({ detail }) => detail),
          { recordKeys },
        ),
      };
    });
    const open = await detailOpener(keys, context);
    events += rows.length;
    if (rows.length > 0)
      yield rows
        .map((row) =>
          line({
            seq: row.seq,
            prevHash: row.prevHash,
            hash: row.hash,
            ...bytesOf(row),
            detail: detailOf(row, open, ledgerId),
          }),
        )
        .join('');
  }
  let checkpoints = 0;
  for (let above = 0; ; ) {
    const place = above;
    const found = await transact(({ checkpointLog }) =>
      checkpointLog.between(place, toSeq, checkpointsAtOnce),
    );
    for (const checkpoint of found) yield line({ checkpoint: wholeNote(checkpoint) });
    checkpoints += found.length;
    above = found.at(-1)?.size ?? above;
    if (found.length < checkpointsAtOnce) break;
  }
  yield line({ end: true, headSeq: head.seq, headHash: head.hash, events, checkpoints });
}

/** The rows with those details alone that the caller may see: not of labels that they do not pass, nor of cases behind a wall. */
async function withoutHidden(
  rows: readonly StoredRow[],
  userId: string,
  { auditTrail }: Pick<RecordsPorts, 'auditTrail'>,
): Promise<readonly StoredRow[]> {
  const caseIds = new Set(rows.flatMap(({ projection }) => projection?.caseId ?? []));
  const walled = await auditTrail.walledOff([...caseIds], userId);
  return rows.map((row) => {
    const { labels = [], caseId = null } = row.projection ?? {};
    const isShown = isPassed(labels) && (caseId === null || !walled.includes(caseId));
    return isShown ? row : { ...row, detail: null };
  });
}

/** Null also once the key of what it was about was destroyed: then nobody knows it any more. */
function detailOf({ detail, payload }: StoredRow, open: DetailOpener, ledgerId: string) {
  if (detail === null) return null;
  const { id: eventId, refs } = JSON.parse(Buffer.from(payload).toString()) as AuditPayload;
  const opened = open(detail, { ledgerId, eventId }, refs);
  return typeof opened === 'object' ? { salt: hexOf(detail.salt), value: opened.value } : null;
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
