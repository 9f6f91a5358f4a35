import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { shown } from '../../kernel/shapes.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers, UserRef } from '../subjects/user-refs.ts';
import { type Promotion, promotionKinds, promotionTargets } from './promotion.ts';

export const PromotionView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    caseId: shown.id().describe('The id of the case.'),
    sourceKind: z.enum(promotionKinds).describe('What it was made of.'),
    sourceId: shown.id().describe('The id of that.'),
    sourceVersion: z.string().describe('The version of that.'),
    sourceSha256: z
      .string()
      .nullable()
      .describe('The SHA-256 of the bytes, or of what was read of a meeting; null of a project.'),
    sourceTitle: z.string().describe('What the source was called.'),
    target: z.enum(promotionTargets).describe('What was made of it.'),
    targetId: shown.id().describe('The id of that.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who made it.'),
  })
  .meta({ id: 'RecordPromotion', description: 'That something of a case was made of something else.' });

export async function shownPromotion(
  { repeated: _, createdByUserId, ...promotion }: Promotion,
  context: Pick<RecordsPorts, 'memberDirectory'> & Pick<HandlerContext, 'workspaceId'>,
): Promise<z.input<typeof PromotionView>> {
  const named = await namedUsers([createdByUserId], context);
  return { ...promotion, workspaceId: context.workspaceId, createdBy: named(createdByUserId) };
}
