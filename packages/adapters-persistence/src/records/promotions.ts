import type { records as core } from '@chancery/core';
import { boolean, instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type PromotionRow = core.Promotion & { workspaceId: string };
const PromotionRow = new EntitySchema<PromotionRow>({
  name: 'RecordPromotion',
  tableName: 'record_promotions',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    sourceKind: text(),
    sourceId: uuid(),
    sourceVersion: text(),
    sourceSha256: nullable(text()),
    sourceTitle: text(),
    target: text(),
    targetId: uuid(),
    repeated: boolean(),
    createdByUserId: text(),
    createdAt: instant(),
  },
});

export function promotionRepository(sql: Sql, workspaceId: string): core.PromotionRepository {
  const promotions = table(sql, PromotionRow, { workspaceId });
  return {
    add: async (promotion) => (await promotions.insertUnlessTaken({ ...promotion, workspaceId })) > 0,
    first: ({ caseId, sourceKind, sourceId, sourceVersion, target }) =>
      promotions.find({ caseId, sourceKind, sourceId, sourceVersion, target, repeated: false }),
  };
}
