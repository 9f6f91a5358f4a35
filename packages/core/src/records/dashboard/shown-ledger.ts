import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { readsWholeLedger } from '../audit/reader.ts';
import type { RecordsPorts } from '../ports.ts';

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
  { auditTrail, checkpointLog }: Pick<RecordsPorts, 'auditTrail' | 'checkpointLog'>,
): Promise<z.input<typeof ShownLedgerView> | null> {
  if (!readsWholeLedger(reader)) return null;
  const [head, newest, { verifiedAt, verifiedOk, fault }] = await Promise.all([
    auditTrail.head(),
    checkpointLog.newest(),
    checkpointLog.log(),
  ]);
  return {
    headSeq: head?.seq ?? 0,
    lastCheckpoint: newest && { size: newest.size, issuedAt: newest.issuedAt },
    lastVerification:
      verifiedAt === null ? null : { at: verifiedAt, ok: verifiedOk === true && fault === null },
  };
}
