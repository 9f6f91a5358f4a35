import { type records as core, versionConflict } from '@chancery/core';
import { instant, int, ints, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { listFollowUps } from './follow-up-list.ts';

type FollowUpRow = core.FollowUp & { workspaceId: string };
/** What the search looks through is written and never read back. */
type WrittenRow = FollowUpRow & { searchable: string };

const columns = {
  id: key(),
  workspaceId: tenant(),
  caseId: uuid(),
  subjectId: nullable(uuid()),
  artifactId: nullable(uuid()),
  encounterId: nullable(uuid()),
  title: text(),
  description: nullable(text()),
  status: text(),
  priority: text(),
  ownerUserId: text(),
  dueAt: nullable(instant()),
  reminders: ints(),
  armedAt: instant(),
  outcome: nullable(text()),
  cancelReason: nullable(text()),
  sourceKind: text(),
  sourceId: nullable(text()),
  completedAt: nullable(instant()),
  completedByUserId: nullable(text()),
  createdByUserId: text(),
  createdAt: instant(),
  updatedByUserId: text(),
  updatedAt: instant(),
  version: int(),
};
const FollowUpRow = new EntitySchema<FollowUpRow>({ name: 'FollowUp', tableName: 'follow_ups', columns });
const WrittenRow = new EntitySchema<WrittenRow>({
  name: 'WrittenFollowUp',
  tableName: 'follow_ups',
  columns: { ...columns, searchable: text() },
});

const written = (followUp: core.FollowUp, workspaceId: string): WrittenRow => ({
  ...followUp,
  workspaceId,
  searchable: `${followUp.title} ${followUp.description ?? ''}`,
});

export function followUpRepository(sql: Sql, workspaceId: string): core.FollowUpRepository {
  const followUps = table(sql, FollowUpRow, { workspaceId });
  const writing = table(sql, WrittenRow, { workspaceId });

  return {
    add: (followUp) => writing.insert(written(followUp, workspaceId)),
    find: (id, lock) => followUps.find({ id }, lock),
    async save(followUp) {
      const after = { ...followUp, version: followUp.version + 1 };
      const saved = await writing.update(
        { id: followUp.id, version: followUp.version },
        written(after, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    list: (filter, reach, after, limit) =>
      listFollowUps(sql, { workspaceId, selection: followUps.selection }, { filter, reach, after, limit }),
    openTitles: (caseId) =>
      sql.column<string>(
        `select title from follow_ups where workspace_id = $1 and case_id = $2 and status in ('open', 'in_progress')
         order by id desc limit 500`,
        [workspaceId, caseId],
      ),
    async handOver(caseId, fromUserId, toUserId, at) {
      await sql(
        `update follow_ups set owner_user_id = $4, updated_at = $5, version = version + 1
         where workspace_id = $1 and case_id = $2 and owner_user_id = $3 and status in ('open', 'in_progress')`,
        [workspaceId, caseId, fromUserId, toUserId, at],
      );
    },
    async noteReminder(id, minutesBefore, dueAt, at) {
      const noted = await sql.changed(
        `insert into follow_up_reminders (workspace_id, follow_up_id, minutes_before, due_at, handed_on_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [workspaceId, id, minutesBefore, dueAt, at],
      );
      return noted > 0;
    },
  };
}

/** Answers the sweep by a function that sees all workspaces and returns ids and times alone. */
export const followUpSweep = (sql: Sql): core.FollowUpSweep => ({
  toRemind: (now, most) =>
    sql<core.DueReminder>(
      `select workspace_id "workspaceId", follow_up_id "followUpId", minutes_before "minutesBefore", due_at "dueAt"
       from chancery_follow_ups_to_remind($1, $2)`,
      [now, most],
    ),
});
