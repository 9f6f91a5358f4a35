import { type governance as core, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { newestLines, usesOf } from './access-lines.ts';

type SessionRow = Omit<core.Emergency, 'scope'> & {
  workspaceId: string;
  scopeKind: core.Emergency['scope']['kind'];
  scopeId: string;
};
const SessionRow = new EntitySchema<SessionRow>({
  name: 'BreakGlassSession',
  tableName: 'break_glass_sessions',
  columns: {
    id: key(),
    workspaceId: tenant(),
    userId: text(),
    scopeKind: text(),
    scopeId: uuid(),
    caseId: nullable(uuid()),
    subjectId: uuid(),
    reasonCode: text(),
    reason: text(),
    openedMask: int(),
    status: text(),
    startedAt: instant(),
    expiresAt: instant(),
    endedAt: nullable(instant()),
    endReason: nullable(text()),
    reauthMethod: text(),
    notified: json(),
    reviewDueAt: instant(),
    review: nullable(json()),
    remindedAt: nullable(instant()),
    updatedAt: instant(),
    updatedByUserId: nullable(text()),
    version: int(),
  },
});

const rowOf = ({ scope, ...rest }: core.Emergency, workspaceId: string): SessionRow => ({
  ...rest,
  workspaceId,
  scopeKind: scope.kind,
  scopeId: scope.id,
});
const emergencyOf = ({ scopeKind, scopeId, ...rest }: SessionRow): core.Emergency => ({
  ...rest,
  scope: { kind: scopeKind, id: scopeId },
});
const spanOf = ({ id, userId, startedAt, endedAt, expiresAt }: core.Emergency) => ({
  ...{ id, userId, from: startedAt },
  until: endedAt ?? expiresAt,
});

export function emergencyRepository(sql: Sql, workspaceId: string): core.EmergencyRepository {
  const sessions = table(sql, SessionRow, { workspaceId });
  const found = async (condition: string, values: readonly unknown[]) =>
    (
      await sql<SessionRow>(
        `select ${sessions.selection} from break_glass_sessions where workspace_id = $1 and ${condition}`,
        [workspaceId, ...values],
      )
    ).map(emergencyOf);

  return {
    lockUser: (userId) => lockName(sql, `break_glass:${workspaceId}:${userId}`),
    async add(emergency) {
      const { id, userId, scope, openedMask, startedAt, expiresAt } = emergency;
      await sql(
        `insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, purpose_of_use, starts_at, expires_at)
         values ($2, $1, $3, 'break_glass', $4, $5, $6, 'emergency', $7, $8)`,
        [workspaceId, id, userId, scope.kind, scope.id, openedMask, startedAt, expiresAt],
      );
      await sessions.insert(rowOf(emergency, workspaceId));
    },
    async get(id, lock) {
      const row = await sessions.find({ id }, lock);
      return row && emergencyOf(row);
    },
    of: (ids) => found('id = any($2::uuid[]) order by started_at desc, id desc', [ids]),
    activeOf: (userId, now) =>
      found("user_id = $2 and status = 'active' and expires_at > $3 order by started_at, id", [userId, now]),
    async save(emergency) {
      const after = { ...emergency, version: emergency.version + 1 };
      const { id, version, endedAt } = emergency;
      const saved = await sessions.update({ id, version }, rowOf(after, workspaceId));
      if (saved === 0) throw versionConflict();
      await sql('update record_grants set ended_at = $3 where workspace_id = $1 and id = $2', [
        ...[workspaceId, id, endedAt],
      ]);
      return after;
    },
    ...lookups(sql, workspaceId),
    ...linesUnder(sql, workspaceId),
  };
}

const lookups = (
  sql: Sql,
  workspaceId: string,
): Pick<core.EmergencyRepository, 'failedLookups' | 'addFailedLookup'> => ({
  async failedLookups(userId, since) {
    const row = await sql.first<{ count: number; first: string | null }>(
      `select count(*)::integer count, min(failed_at) "first" from break_glass_lookups
       where workspace_id = $1 and user_id = $2 and failed_at > $3`,
      [workspaceId, userId, since],
    );
    return row ?? { count: 0, first: null };
  },
  async addFailedLookup(id, userId, at) {
    await sql(
      'insert into break_glass_lookups (id, workspace_id, user_id, failed_at) values ($2, $1, $3, $4)',
      [workspaceId, id, userId, at],
    );
  },
});

const countsSql = `
  select count(*) filter (where s.status = 'active' and s.expires_at > $2)::integer active,
    min(s.started_at) filter (where s.status = 'active' and s.expires_at > $2) "activeSince",
    count(*) filter (where s.status <> 'active' or s.expires_at <= $2)::integer "awaitingReview",
    count(*) filter (where s.review_due_at <= $2)::integer overdue,
    min(s.review_due_at) filter (where s.review_due_at <= $2) "overdueSince"
  from break_glass_sessions s
  where s.workspace_id = $1 and s.status in ('active', 'ended', 'expired', 'needs_follow_up')`;

const linesUnder = (
  sql: Sql,
  workspaceId: string,
): Pick<core.EmergencyRepository, 'accesses' | 'accessCounts' | 'counts'> => ({
  accesses: (emergency, most) => newestLines(sql, workspaceId, spanOf(emergency), most),
  async accessCounts(emergencies) {
    const uses = await usesOf(sql, workspaceId, emergencies.map(spanOf));
    return new Map([...uses].map(([id, { useCount }]) => [id, useCount]));
  },
  async counts(now) {
    const counts = await sql.first<core.EmergencyCounts>(countsSql, [workspaceId, now]);
    if (counts === null) throw new TypeError('A count has one row');
    return counts;
  },
});
