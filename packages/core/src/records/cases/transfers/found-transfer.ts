import { isManager } from '../../../kernel/access.ts';
import type { HandlerContext } from '../../../kernel/handler-context.ts';
import { readerOf } from '../../access/reader.ts';
import type { RecordReader } from '../../access/record-reader.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { RecordCase } from '../case.ts';
import { standingsOnCase } from '../seen-case.ts';
import { caseTransferNotFound } from './errors.ts';
import type { CaseTransfer } from './transfer.ts';

/** A hand-over with its case, and what the caller is to it. */
export interface FoundTransfer {
  readonly transfer: CaseTransfer;
  readonly case: RecordCase;
  readonly reader: RecordReader;
  readonly isRecipient: boolean;
  /** Who asked for it, leads the case, or administers it. */
  readonly mayCancel: boolean;
}
type Context = Pick<RecordsPorts, 'caseTransfers' | 'cases' | 'recordStandings'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** For whoever is asked, and for those who see the case; the case is locked before it, by everybody. */
export async function foundTransfer(transferId: string, context: Context): Promise<FoundTransfer> {
  const { caseTransfers, cases, user, now } = context;
  const known = await caseTransfers.get(transferId);
  if (known === null) throw caseTransferNotFound();
  const recordCase = await cases.find(known.caseId, 'for update');
  const transfer = await caseTransfers.get(transferId, 'for update');
  const reader = await readerOf(context);
  const seen = await cases.findSeen(known.caseId, { reader, now });
  const isRecipient = known.toUserId === user.userId;
  const isKeptAway = recordCase?.blockedUserIds.includes(user.userId) ?? true;
  if (recordCase === null || transfer === null || isKeptAway || (seen === null && !isRecipient))
    throw caseTransferNotFound();
  const leads = seen !== null && standingsOnCase({ reader, standing: seen.standing }).includes('lead');
  const mayCancel =
    seen !== null && (isManager(reader.role) || leads || transfer.createdByUserId === user.userId);
  return { transfer, case: recordCase, reader, isRecipient, mayCancel };
}
