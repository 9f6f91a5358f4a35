import { type governance as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { nextRecordNumber } from '../records/counters.ts';
import { holdCovers, holdCoversSubject } from './held-cases.ts';

type HoldRow = core.RecordHold & { workspaceId: string };
const HoldRow = new EntitySchema<HoldRow>({
  name: 'RecordHold',
  tableName: 'record_holds',
  columns: {
    id: key(),
    workspaceId: tenant(),
    holdNumber: text(),
    name: text(),
    matterReference: nullable(text()),
    reason: text(),
    entireWorkspace: boolean(),
    status: text(),
    placedAt: instant(),
    placedByUserId: text(),
    releasedAt: nullable(instant()),
    releasedByUserId: nullable(text()),
    releaseReason: nullable(text()),
    version: int(),
  },
});

export function recordHoldRepository(sql: Sql, workspaceId: string): core.RecordHoldRepository {
  const holds = table(sql, HoldRow, { workspaceId });
  return {
    lock: () => lockName(sql, `record_holds:${workspaceId}`),
    nextNumber: (year) => nextRecordNumber(sql, workspaceId, `record_holds:${year}`),
    async add(hold, { subjectIds, caseIds }, custodianUserIds) {
      await holds.insert({ ...hold, workspaceId });
      const part = (name: string, column: string, type: string, values: readonly string[]) =>
        sql(
          `insert into ${name} (workspace_id, hold_id, ${column}) select $1, $2, v from unnest($3::${type}[]) v`,
          [workspaceId, hold.id, values],
        );
      await part('record_hold_subjects', 'subject_id', 'uuid', subjectIds);
      await part('record_hold_cases', 'case_id', 'uuid', caseIds);
      await part('record_hold_custodians', 'user_id', 'text', custodianUserIds);
    },
    find: (id, lock) => holds.find({ id }, lock),
    async save(hold) {
      const after = { ...hold, version: hold.version + 1 };
      if ((await holds.update({ id: hold.id, version: hold.version }, after)) === 0) throw versionConflict();
      return after;
    },
    list: (after, limit) =>
      sql<core.RecordHold>(
        `select ${holds.selection} from record_holds where workspace_id = $1
           and ($2::timestamptz is null or (placed_at, id) < ($2::timestamptz, $3::uuid))
         order by placed_at desc, id desc limit $4`,
        [workspaceId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    ...coverageOf(sql, workspaceId),
    ...endsOf(sql, workspaceId),
  };
}

type Part<N extends keyof core.RecordHoldRepository> = Pick<core.RecordHoldRepository, N>;

const coverageOf = (
  sql: Sql,
  workspaceId: string,
): Part<'scopes' | 'on' | 'heldSubjects' | 'onDocuments'> => ({
  async scopes(holdIds) {
    if (holdIds.length === 0) return new Map();
    const rows = await sql<core.HoldExtent & { id: string }>(scopesSql, [workspaceId, holdIds]);
    return new Map(rows.map(({ id, ...extent }) => [id, extent]));
  },
  async on(caseIds) {
    const rows = await sql<core.ActiveHold & { caseId: string }>(
      `select c.id "caseId", h.id, h.hold_number "holdNumber", h.name
       from unnest($2::uuid[]) c (id) join record_holds h on h.workspace_id = $1 and h.status = 'active' and ${holdCovers('c.id')}
       order by h.placed_at, h.id`,
      [workspaceId, caseIds],
    );
    const found = new Map<string, core.ActiveHold[]>();
    for (const { caseId, ...hold } of rows) found.set(caseId, [...(found.get(caseId) ?? []), hold]);
    return found;
  },
  async heldSubjects(subjectIds) {
    const ids = await sql.column<string>(
      `select s.id from unnest($2::uuid[]) s (id) where exists (select from record_holds h
         where h.workspace_id = $1 and h.status = 'active' and ${holdCoversSubject('s.id')})`,
      [workspaceId, subjectIds],
    );
    return new Set(ids);
  },
  onDocuments: (documentIds) => sql(documentsSql, [workspaceId, documentIds]),
});

const endsOf = (
  sql: Sql,
  workspaceId: string,
): Part<'countActive' | 'olderThan' | 'replaceCustodian' | 'purge'> => ({
  async countActive() {
    const found = await sql.first<{ count: number }>(
      "select count(*)::integer count from record_holds where workspace_id = $1 and status = 'active'",
      [workspaceId],
    );
    return found?.count ?? 0;
  },
  async olderThan(at) {
    const found = await sql.first<{ count: number; since: string | null }>(
      `select count(*)::integer count, min(placed_at) since from record_holds
       where workspace_id = $1 and status = 'active' and placed_at < $2`,
      [workspaceId, at],
    );
    return found ?? { count: 0, since: null };
  },
  async replaceCustodian(userId, heirUserId) {
    if (heirUserId !== null)
      await sql(
        `insert into record_hold_custodians (workspace_id, hold_id, user_id)
         select $1, c.hold_id, $3 from record_hold_custodians c
         join record_holds h on h.workspace_id = $1 and h.id = c.hold_id and h.status = 'active'
         where c.workspace_id = $1 and c.user_id = $2 on conflict do nothing`,
        [workspaceId, userId, heirUserId],
      );
    await sql(
      `delete from record_hold_custodians c using record_holds h
       where c.workspace_id = $1 and c.user_id = $2 and h.workspace_id = $1 and h.id = c.hold_id and h.status = 'active'`,
      [workspaceId, userId],
    );
  },
  async purge() {
    await sql('delete from record_holds where workspace_id = $1', [workspaceId]);
  },
});

const scopesSql = `
  select h.id,
    array(select s.subject_id::text from record_hold_subjects s where s.workspace_id = $1 and s.hold_id = h.id order by s.subject_id) "subjectIds",
    array(select c.case_id::text from record_hold_cases c where c.workspace_id = $1 and c.hold_id = h.id order by c.case_id) "caseIds",
    array(select u.user_id from record_hold_custodians u where u.workspace_id = $1 and u.hold_id = h.id order by u.user_id) "custodianUserIds",
    case when h.status = 'active' then
      (select count(*)::integer from record_cases r where r.workspace_id = $1 and r.status <> 'disposed' and ${holdCovers('r.id')})
    else 0 end "affectedCases"
  from record_holds h where h.workspace_id = $1 and h.id = any($2::uuid[])`;

/** What ties a document to a subject or a case: a consent or an authorization that it proves, an attachment and whatever else was made of it, and a file request of the case that it was accepted for. */
const documentsSql = `
  select t.document_id "documentId", h.id "holdId"
  from record_holds h
  join (
    select n.document_id, null::uuid case_id, n.subject_id from consents n
    where n.workspace_id = $1 and n.document_id is not null and ($2::uuid[] is null or n.document_id = any($2))
    union
    select z.document_id, z.case_id, z.subject_id from disclosure_authorizations z
    where z.workspace_id = $1 and z.document_id is not null and ($2::uuid[] is null or z.document_id = any($2))
    union
    select a.source_id::uuid, e.case_id, null::uuid from record_attachments a
    join record_entries e on e.workspace_id = $1 and e.id = a.entry_id
    where a.workspace_id = $1 and a.source = 'document' and a.released_at is null
      and ($2::uuid[] is null or a.source_id = any($2::uuid[]::text[]))
    union
    select p.source_id, p.case_id, null::uuid from record_promotions p
    where p.workspace_id = $1 and p.source_kind = 'document' and ($2::uuid[] is null or p.source_id = any($2))
    union
    select f.document_id, p.case_id, null::uuid from record_promotions p
    join client_uploads f on f.workspace_id = $1 and f.id = p.source_id and f.document_id is not null
    where p.workspace_id = $1 and p.source_kind = 'file_request_upload' and ($2::uuid[] is null or f.document_id = any($2))
    union
    select u.document_id, q.case_id, null::uuid from client_uploads u
    join file_requests q on q.workspace_id = $1 and q.id = u.request_id and q.case_id is not null
    where u.workspace_id = $1 and u.status = 'accepted' and u.document_id is not null
      and ($2::uuid[] is null or u.document_id = any($2))) t
  on (t.case_id is not null and ${holdCovers('t.case_id')}) or (t.subject_id is not null and ${holdCoversSubject('t.subject_id')})
  where h.workspace_id = $1 and h.status = 'active'
  union
  select d.id, h.id from record_holds h join documents d on d.workspace_id = $1 and ($2::uuid[] is null or d.id = any($2))
  where h.workspace_id = $1 and h.status = 'active' and h.entire_workspace`;
