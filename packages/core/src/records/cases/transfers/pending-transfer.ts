import type { z } from 'zod';
import type { HandlerContext } from '../../../kernel/handler-context.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { RecordCase } from '../case.ts';
import { transferStatusAt } from './transfer.ts';
import { type CaseTransferView, shownTransfer } from './views.ts';

/** The hand-over of a case that can still be accepted, as whoever sees the case is told; null if there is none. */
export async function pendingTransferOf(
  recordCase: Pick<RecordCase, 'id' | 'caseNumber'>,
  context: Pick<RecordsPorts, 'caseTransfers' | 'memberDirectory'> &
    Pick<HandlerContext, 'workspaceId' | 'now'>,
): Promise<z.input<typeof CaseTransferView> | null> {
  const waiting = await context.caseTransfers.pendingOf(recordCase.id);
  if (waiting === null || transferStatusAt(waiting, context.now) !== 'pending') return null;
  return shownTransfer(waiting, recordCase, context);
}
