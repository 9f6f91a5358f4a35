import { z } from 'zod';
import type { HandlerContext } from '../../../kernel/handler-context.ts';
import { shown } from '../../../kernel/shapes.ts';
import type { RecordsPorts } from '../../ports.ts';
import { changedBy, namedUsers, nobodyOr, UserRef } from '../../subjects/user-refs.ts';
import type { RecordCase } from '../case.ts';
import { type CaseTransfer, caseTransferStates, outgoingRoles, transferStatusAt } from './transfer.ts';

export const CaseTransferView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    caseId: shown.id().describe('The case.'),
    caseNumber: z.string().describe('Its number.'),
    fromUser: UserRef.describe('Who leads it until then.'),
    toUser: UserRef.describe('Who is asked to lead it.'),
    outgoingRole: z.enum(outgoingRoles).describe('What whoever led it becomes.'),
    moveFollowUps: z.boolean().describe('Whether open follow-ups of theirs move too.'),
    reason: z.string().describe('Why it is handed over.'),
    status: z.enum(caseTransferStates.states).describe('What has become of it.'),
    expiresAt: shown.instant().describe('Until when it can be accepted.'),
    decidedAt: shown.instant().nullable().describe('When it was decided; null until then.'),
    decisionReason: z.string().nullable().describe('Why it was decided so; null for nothing said.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who asked for it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
  })
  .meta({ id: 'CaseTransfer', description: 'The hand-over of a case to another lead.' });

export async function shownTransfer(
  transfer: CaseTransfer,
  { caseNumber }: Pick<RecordCase, 'caseNumber'>,
  context: Pick<RecordsPorts, 'memberDirectory'> & Pick<HandlerContext, 'workspaceId' | 'now'>,
): Promise<z.input<typeof CaseTransferView>> {
  const { fromUserId, toUserId, createdByUserId, decidedByUserId, ...of } = transfer;
  const changedByUserId = of.decidedAt === null ? createdByUserId : decidedByUserId;
  const named = await namedUsers(
    [fromUserId, toUserId, createdByUserId, ...(changedByUserId === null ? [] : [changedByUserId])],
    context,
  );
  return {
    ...of,
    workspaceId: context.workspaceId,
    caseNumber,
    status: transferStatusAt(transfer, context.now),
    fromUser: named(fromUserId),
    toUser: named(toUserId),
    createdBy: named(createdByUserId),
    updatedBy: nobodyOr(changedByUserId, named),
  };
}
