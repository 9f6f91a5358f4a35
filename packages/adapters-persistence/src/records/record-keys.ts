import type { records as core } from '@chancery/core';
import { bytes, instant, nullable, tenant, textKey } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

export function recordKeyRepository(sql: Sql, workspaceId: string): core.RecordKeyRepository {
  const find: core.RecordKeyRepository['find'] = async ({ kind, id }) => {
    const [keyId] = await sql.column<string>(
      'select key_id from record_keys where workspace_id = $1 and scope_kind = $2 and scope_id = $3 and retired_at is null',
      [workspaceId, kind, id],
    );
    return keyId ?? null;
  };
  const takeNew: core.RecordKeyRepository['takeNew'] = async ({ kind, id }, now) => {
    const [taken] = await sql.column<string>(
      `update record_keys set scope_kind = $2, scope_id = $3, taken_at = $4
       where workspace_id = $1 and key_id = (
         select key_id from record_keys where workspace_id = $1 and scope_id is null
         order by key_id limit 1 for update skip locked)
       returning key_id`,
      [workspaceId, kind, id, now],
    );
    return taken ?? null;
  };
  return {
    find,
    async findOfCases(caseIds) {
      if (caseIds.length === 0) return new Map();
      const rows = await sql<{ caseId: string; keyId: string }>(
        `select scope_id "caseId", key_id "keyId" from record_keys
         where workspace_id = $1 and scope_kind = 'case' and scope_id = any($2) and retired_at is null`,
        [workspaceId, caseIds],
      );
      return new Map(rows.map(({ caseId, keyId }) => [caseId, keyId]));
    },
    async take(scope, now) {
      const known = await find(scope);
      if (known !== null) return known;
      await lockName(sql, `record_keys:${workspaceId}:${scope.kind}:${scope.id}`);
      const meanwhile = await find(scope);
      if (meanwhile !== null) return meanwhile;
      return takeNew(scope, now);
    },
    takeNew,
    ...knownKeys(sql, workspaceId),
    ...endsOf(sql, workspaceId),
    ...stockOf(sql, workspaceId),
  };
}

const scopeKeyColumns = `k.scope_kind kind, k.scope_id id, k.key_id "keyId", k.public_key "publicKey",
  k.retired_at is not null "isRetired"`;

const knownKeys = (
  sql: Sql,
  workspaceId: string,
): Pick<core.RecordKeyRepository, 'findAll' | 'ofIds' | 'publish'> => ({
  findAll: (scopes) =>
    sql<core.ScopeKey>(
      `select ${scopeKeyColumns} from (select distinct * from unnest($2::text[], $3::uuid[]) asked (kind, id)) asked
       join record_keys k on k.workspace_id = $1 and k.scope_kind = asked.kind and k.scope_id = asked.id`,
      [workspaceId, scopes.map(({ kind }) => kind), scopes.map(({ id }) => id)],
    ),
  ofIds: (keyIds) =>
    sql<core.ScopeKey>(
      `select ${scopeKeyColumns} from record_keys k
       where k.workspace_id = $1 and k.key_id = any($2::uuid[]) and k.scope_id is not null`,
      [workspaceId, keyIds],
    ),
  async publish({ keyId, publicKey }) {
    await sql(
      'update record_keys set public_key = $3 where workspace_id = $1 and key_id = $2 and public_key is null',
      [workspaceId, keyId, publicKey],
    );
  },
});

const stockOf = (
  sql: Sql,
  workspaceId: string,
): Pick<core.RecordKeyRepository, 'stock' | 'unknown' | 'purge'> => ({
  async stock(keys, now) {
    await sql(
      `insert into record_keys (workspace_id, key_id, public_key, made_at)
       select $1, made.*, $4 from unnest($2::uuid[], $3::bytea[]) made`,
      [workspaceId, keys.map(({ keyId }) => keyId), keys.map(({ publicKey }) => publicKey), now],
    );
  },
  unknown: (keyIds) =>
    sql.column(
      `select key_id from unnest($2::uuid[]) key_id
       where not exists (select from record_keys k where k.workspace_id = $1 and k.key_id = key_id.key_id)`,
      [workspaceId, keyIds],
    ),
  async purge() {
    await sql('delete from record_keys where workspace_id = $1', [workspaceId]);
  },
});

/** Nothing is opened any more with a key that was retired, whoever remembers it. */
const endsOf = (sql: Sql, workspaceId: string): Pick<core.RecordKeyRepository, 'retire' | 'isRetired'> => ({
  async retire({ kind, id }, now) {
    const [keyId] = await sql.column<string>(
      `update record_keys set retired_at = coalesce(retired_at, $4)
         where workspace_id = $1 and scope_kind = $2 and scope_id = $3 returning key_id`,
      [workspaceId, kind, id, now],
    );
    return keyId ?? null;
  },
  async isRetired({ kind, id }) {
    const found = await sql(
      `select from record_keys where workspace_id = $1 and scope_kind = $2 and scope_id = $3 and retired_at is not null`,
      [workspaceId, kind, id],
    );
    return found.length > 0;
  },
});

type SigningKeyRow = core.RecordSigningKey & { workspaceId: string };
const SigningKeyRow = new EntitySchema<SigningKeyRow>({
  name: 'RecordSigningKey',
  tableName: 'record_signing_keys',
  columns: {
    workspaceId: tenant(),
    keyId: textKey(),
    publicKey: bytes(),
    privateSealed: bytes(),
    createdAt: instant(),
    retiredAt: nullable(instant()),
  },
});

export function recordSigningKeyRepository(sql: Sql, workspaceId: string): core.RecordSigningKeyRepository {
  const keys = table(sql, SigningKeyRow, { workspaceId });
  return {
    lock: () => lockName(sql, `record_signing_keys:${workspaceId}`),
    async active() {
      const [found] = await sql<core.RecordSigningKey>(
        `select ${keys.selection} from record_signing_keys where workspace_id = $1 and retired_at is null`,
        [workspaceId],
      );
      return found ?? null;
    },
    list: () =>
      sql<core.RecordSigningKey>(
        `select ${keys.selection} from record_signing_keys where workspace_id = $1 order by retired_at nulls last, key_id`,
        [workspaceId],
      ),
    async replace(key) {
      await sql(
        'update record_signing_keys set retired_at = $2 where workspace_id = $1 and retired_at is null',
        [workspaceId, key.createdAt],
      );
      await keys.insert({ ...key, workspaceId });
    },
    async purge() {
      await sql('delete from record_signing_keys where workspace_id = $1', [workspaceId]);
    },
  };
}
