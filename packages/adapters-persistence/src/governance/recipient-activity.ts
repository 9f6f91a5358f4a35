import { governance as core } from '@chancery/core';
import { instant, int, nullable, tenant, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type ActivityRow = core.RecipientActivity & { workspaceId: string };
const ActivityRow = new EntitySchema<ActivityRow>({
  name: 'RecipientActivity',
  tableName: 'recipient_activity',
  columns: {
    packageId: { ...uuid(), primary: true },
    workspaceId: tenant(),
    opens: int(),
    firstOpenedAt: nullable(instant()),
    lastOpenedAt: nullable(instant()),
    consentedAt: nullable(instant()),
    declinedAt: nullable(instant()),
    exportedAt: nullable(instant()),
    questions: int(),
    wrongCodes: int(),
    lockedAt: nullable(instant()),
  },
});

export function recipientActivityRepository(sql: Sql, workspaceId: string): core.RecipientActivityRepository {
  const activities = table(sql, ActivityRow, { workspaceId });
  return {
    async get(packageId, lock) {
      // There may be nothing yet that could be locked.
      if (lock !== undefined) await lockName(sql, `recipient_activity:${workspaceId}:${packageId}`);
      return (await activities.find({ packageId })) ?? core.noActivity(packageId);
    },
    async of(packageIds) {
      const rows = await sql<core.RecipientActivity>(
        `select ${activities.selection} from recipient_activity where workspace_id = $1 and package_id = any($2::uuid[])`,
        [workspaceId, packageIds],
      );
      return new Map(rows.map((row) => [row.packageId, row]));
    },
    async save(activity) {
      const { packageId } = activity;
      if ((await activities.update({ packageId }, { ...activity, workspaceId })) === 0)
        await activities.insert({ ...activity, workspaceId });
    },
  };
}
