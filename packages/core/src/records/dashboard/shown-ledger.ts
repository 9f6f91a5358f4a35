import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { shown } from '../../kernel/shapes.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { ledgerStanding } from '../audit/ledger-standing.ts';
import { readsWholeLedger } from '../audit/reader.ts';

export const ShownLedgerView = z
  .object({
    headSeq: z.int().describe('The number of its newest event; 0 while there is none.'),
    lastCheckpoint: z
      .object({
        size: z.int().describe('How many events it confirms.'),
        issuedAt: shown.instant().describe('When it was issued.'),
      })
      .nullable()
      .describe('The newest checkpoint; null for none.'),
    lastVerification: z
      .object({
        at: shown.instant().describe('When it was.'),
        ok: z.boolean().describe('Whether nothing was found to be wrong.'),
      })
      .nullable()
      .describe('The last verification of all of it; null for none.'),
  })
  .meta({ id: 'ShownLedger', description: 'How well the ledger of the workspace is proven.' });

/** Null for whoever may not read all of the ledger. */
export async function shownLedger(
  reader: Pick<RecordReader, 'role' | 'duties'>,
  context: Parameters<typeof ledgerStanding>[0] & Pick<HandlerContext, 'now'>,
): Promise<z.input<typeof ShownLedgerView> | null> {
  if (!readsWholeLedger(reader)) return null;
  const [head, { checkpointSize, checkpointAt, lastCheckAt, ok }] = await Promise.all([
    context.auditTrail.head(),
    ledgerStanding(context, context.now),
  ]);
  return {
    headSeq: head?.seq ?? 0,
    lastCheckpoint:
      checkpointSize === null || checkpointAt === null
        ? null
        : { size: checkpointSize, issuedAt: checkpointAt },
    lastVerification: lastCheckAt === null ? null : { at: lastCheckAt, ok: ok === true },
  };
}
