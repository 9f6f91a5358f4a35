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
    madeOf: (caseId, sources) =>
      sql(madeOfSql, [workspaceId, caseId, Object.keys(sources), Object.values(sources).flat()]),
  };
}

/** The labels of what was made: of an entry, or of the entry that an attachment belongs to or a follow-up is about. */
const madeOfSql = `
  select distinct p.source_id "sourceId", p.target, e.author_user_id "authorUserId",
    c.effective_mask | coalesce(e.effective_mask, n.own_mask, 0) "effectiveMask"
  from record_promotions p
  join record_cases c on c.workspace_id = $1 and c.id = p.case_id
  left join encounters n on p.target = 'encounter' and n.workspace_id = $1 and n.id = p.target_id
  left join record_attachments a on p.target = 'attachment' and a.workspace_id = $1 and a.id = p.target_id
  left join follow_ups f on p.target = 'follow_up' and f.workspace_id = $1 and f.id = p.target_id
  left join record_entries e on e.workspace_id = $1
    and e.id = case p.target when 'entry' then p.target_id when 'attachment' then a.entry_id else f.artifact_id end
  where p.workspace_id = $1 and p.case_id = $2 and p.source_kind = any($3) and p.source_id = any($4)
  order by 1, 2`;
