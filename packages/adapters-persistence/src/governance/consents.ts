import { type governance as core, versionConflict } from '@chancery/core';
import { bytes, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type ConsentRow = core.Consent & { workspaceId: string };

const ConsentRow = new EntitySchema<ConsentRow>({
  name: 'Consent',
  tableName: 'consents',
  columns: {
    id: key(),
    workspaceId: tenant(),
    subjectId: uuid(),
    category: text(),
    decision: text(),
    status: text(),
    scope: json(),
    method: text(),
    grantedBy: json(),
    legalBasis: nullable(text()),
    statementText: text(),
    statementSha256: text('statement_sha256'),
    documentId: nullable(uuid()),
    witnessName: nullable(text()),
    effectiveFrom: instant(),
    expiresAt: nullable(instant()),
    signature: nullable(json()),
    sealedDrawing: nullable(bytes()),
    drawingKeyId: nullable(uuid()),
    requestEmail: nullable(text()),
    requestMessage: nullable(text()),
    requestExpiresAt: nullable(instant()),
    remindAt: nullable(instant()),
    remindedAt: nullable(instant()),
    tokenHash: nullable(text()),
    sealedToken: nullable(bytes()),
    decidedAt: nullable(instant()),
    revokedAt: nullable(instant()),
    revokedByUserId: nullable(text()),
    revocationReason: nullable(text()),
    createdByUserId: text(),
    createdAt: instant(),
    updatedAt: instant(),
    updatedByUserId: nullable(text()),
    version: int(),
  },
});

export function consentRepository(sql: Sql, workspaceId: string): core.ConsentRepository {
  const consents = table(sql, ConsentRow, { workspaceId });
  const pageSql = `
    select ${consents.selection} from consents
    where workspace_id = $1 and subject_id = any($2::uuid[]) and ($3::text is null or ${stateAt('$4')} = $3)
      and ($5::text is null or category = $5)
      and ($6::timestamptz is null or (effective_from, id) < ($6::timestamptz, $7::uuid))
    order by effective_from desc, id desc limit $8`;

  return {
    add: (consent) => consents.insert({ ...consent, workspaceId }),
    get: (id, lock) => consents.find({ id }, lock),
    list: ({ subjectIds, status, category, now }, after, limit) =>
      sql<core.Consent>(pageSql, [
        workspaceId,
        subjectIds,
        status,
        now,
        category,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    denials: (subjectIds, now) =>
      sql<core.Consent>(denialsSql(consents.selection), [workspaceId, subjectIds, now]),
    count: (subjectIds) => countOf(sql, workspaceId, subjectIds),
    async save(consent) {
      const after = { ...consent, version: consent.version + 1 };
      const saved = await consents.update({ id: consent.id, version: consent.version }, after);
      if (saved === 0) throw versionConflict();
      return after;
    },
    ofToken: (tokenHash) =>
      sql.first('select workspace_id "workspaceId", consent_id id from chancery_consent_of_token($1)', [
        tokenHash,
      ]),
    receipts: (asked) => receiptsOf(sql, workspaceId, asked),
    async counts(now, before) {
      const found = await sql.first<{ active: number; expiring: number; requested: number }>(countsSql, [
        workspaceId,
        now,
        before,
      ]);
      return found ?? { active: 0, expiring: 0, requested: 0 };
    },
    async purge() {
      await sql('delete from consents where workspace_id = $1', [workspaceId]);
    },
  };
}

async function countOf(sql: Sql, workspaceId: string, subjectIds: readonly string[]): Promise<number> {
  const [count = 0] = await sql.column<number>(
    'select count(*)::integer from consents where workspace_id = $1 and subject_id = any($2::uuid[])',
    [workspaceId, subjectIds],
  );
  return count;
}

const denialsSql = (selection: string) => `
  select ${selection} from consents where workspace_id = $1 and subject_id = any($2::uuid[])
    and category = 'disclosure' and decision = 'deny' and status = 'active'
    and (expires_at is null or expires_at > $3) order by id`;

/** The state at a time, as `statusAt` says of one. */
const stateAt = (now: string) => `
  case when status = 'active' and expires_at <= ${now}::timestamptz
    or status = 'requested' and request_expires_at <= ${now}::timestamptz then 'expired' else status end`;

const countsSql = `
  select count(*) filter (where status = 'active' and (expires_at is null or expires_at > $2))::integer active,
    count(*) filter (where status = 'active' and expires_at > $2 and expires_at <= $3)::integer expiring,
    count(*) filter (where status = 'requested' and request_expires_at > $2)::integer requested
  from consents where workspace_id = $1 and status in ('active', 'requested')`;

async function receiptsOf(
  sql: Sql,
  workspaceId: string,
  asked: readonly Pick<core.Consent, 'id' | 'subjectId'>[],
): Promise<ReadonlyMap<string, core.ConsentReceipt>> {
  if (asked.length === 0) return new Map();
  const rows = await sql<{ id: string } & core.ConsentReceipt>(
    `select distinct on (e.target_id) e.target_id id, e.seq::float8 seq, encode(e.hash, 'hex') hash
     from audit_event e
     where e.ledger_id = $1 and e.subject_id = any($2::uuid[]) and e.target_kind = 'consent'
       and e.target_id = any($3::text[])
       and e.action in ('consent.granted', 'consent.rejected', 'consent.revoked')
     order by e.target_id, e.seq desc`,
    [workspaceId, [...new Set(asked.map(({ subjectId }) => subjectId))], asked.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, seq, hash }) => [id, { seq, hash }]));
}
