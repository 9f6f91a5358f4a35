import { proofText } from '@chancery/verify';
import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { bytesOfHex } from '../../kernel/ledger/index.ts';
import { readerOf } from '../access/reader.ts';
import { query, type RecordsPorts } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { auditCheckpointNotFound, auditEventNotFound, auditNotYetCheckpointed } from './errors.ts';
import { plainText } from './get-latest-audit-checkpoint.ts';
import { isPassed, leadsCase } from './reader.ts';
import { storedInclusionProof } from './stored-tree.ts';
import { wholeNote } from './views.ts';

type Asking = Pick<RecordsPorts, 'auditTrail' | 'cases' | 'recordStandings'> &
  Pick<HandlerContext, 'user' | 'now'>;

export const getAuditEventProof = query({
  summary: 'Prove that an event is in the audit ledger',
  description:
    'The text needs nothing but the key of the log to be verified (C2SP tlog-proof). With event=true it carries the event itself, from which its hash is recomputed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records audit proof' },
  input: z.strictObject({
    seq: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('The number of the event.'),
    size: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('The size of the checkpoint to prove it against; by default the newest.'),
    event: z.boolean().default(false).describe('Whether the proof carries the event.'),
  }),
  output: madeFile('text/plain'),
  errors: [auditEventNotFound, auditCheckpointNotFound, auditNotYetCheckpointed],

  find: eventToProve,
  may: onLedger('prove'),

  async run({ seq, size, event }, context) {
    const { checkpointLog, found } = context;
    const { row } = found;
    if (row === null) throw auditEventNotFound();
    // To whom the event is not shown, its bytes are not either.
    if (event && (found.isWalledOff || !isPassed(row.projection?.labels ?? []))) throw auditEventNotFound();
    const checkpoint = size === undefined ? await checkpointLog.newest() : await checkpointLog.at(size);
    if (checkpoint === null && size !== undefined) throw auditCheckpointNotFound();
    if (checkpoint === null || checkpoint.size < seq) throw auditNotYetCheckpointed();
    const proof = await storedInclusionProof(seq - 1, checkpoint.size, context);
    const extra = event ? materialOf(row) : null;
    return plainText(
      `event-${seq}.proof.txt`,
      proofText({ index: seq - 1, proof, checkpoint: wholeNote(checkpoint), extra }),
    );
  },
});

/** The event, null if there is none, and whether the caller leads the case that it belongs to, or stands behind its wall (REC-25). */
async function eventToProve({ seq }: { readonly seq: number }, context: Asking) {
  const [row = null] = await context.auditTrail.rows(seq, seq);
  const reader = await readerOf(context);
  const caseId = row?.projection?.caseId ?? null;
  const walled = caseId === null ? [] : await context.auditTrail.walledOff([caseId], reader.userId);
  return {
    ...{ row, reader, isWalledOff: walled.length > 0 },
    leads: caseId !== null && (await leadsCase(caseId, reader, context)),
  };
}

/** What the hash of an event is over: the hash before it, its number and its bytes. */
function materialOf({
  prevHash,
  seq,
  payload,
}: {
  prevHash: string;
  seq: number;
  payload: Uint8Array;
}): Uint8Array {
  const bytes = new Uint8Array(40 + payload.length);
  bytes.set(bytesOfHex(prevHash));
  new DataView(bytes.buffer).setBigUint64(32, BigInt(seq));
  bytes.set(payload, 40);
  return bytes;
}
