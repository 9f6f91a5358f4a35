import { integrations, versionConflict } from '@chancery/core';
import { instant, int, key, nullable, tenant, text, textKey, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Key = integrations.ApiKey;
type KeyColumns = Omit<Key, 'secrets'> & { workspaceId: string };
type SecretColumns = integrations.ApiKeySecret & { workspaceId: string; apiKeyId: string };

export const ApiKeyRow = new EntitySchema<KeyColumns>({
  name: 'ApiKey',
  tableName: 'api_keys',
  columns: {
    id: key(),
    workspaceId: tenant(),
    name: text(),
    keyPrefix: text(),
    scopes: texts(),
    actsAsUserId: text(),
    rateLimitPerMinute: int(),
    allowedIpRanges: texts(),
    expiresAt: nullable(instant()),
    lastUsedAt: nullable(instant()),
    lastUsedIp: nullable(text()),
    createdByUserId: text(),
    revokedByUserId: nullable(text()),
    revokedAt: nullable(instant()),
    revokeReason: nullable(text()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export const ApiKeySecretRow = new EntitySchema<SecretColumns>({
  name: 'ApiKeySecret',
  tableName: 'api_key_secrets',
  columns: {
    keyPrefix: textKey(),
    workspaceId: tenant(),
    apiKeyId: uuid(),
    secretHash: text(),
    status: text(),
    createdAt: instant(),
    expiresAt: nullable(instant()),
    lastUsedAt: nullable(instant()),
  },
});

export function apiKeyRepository(sql: Sql, workspaceId: string): integrations.ApiKeyRepository {
  const keys = table(sql, ApiKeyRow, { workspaceId });
  const secrets = table(sql, ApiKeySecretRow, { workspaceId });
  const rowsOf = (apiKeyId: string, list: Key['secrets']) =>
    list.map((secret) => ({ ...secret, apiKeyId, workspaceId }));
  const secretsOf = async (apiKeyId: string) =>
    (await secrets.findAll({ apiKeyId })).map(({ apiKeyId: _, ...secret }) => secret).sort(currentThenNewest);

  return {
    async add({ secrets: list, ...row }) {
      await keys.insert({ ...row, workspaceId });
      await secrets.insert(rowsOf(row.id, list));
    },
    async get(id) {
      const row = await keys.find({ id });
      if (row === null) throw integrations.apiKeyNotFound();
      return { ...row, secrets: await secretsOf(id) };
    },
    async save({ secrets: list, lastUsedAt, lastUsedIp, ...row }) {
      const after = { ...row, version: row.version + 1 };
      // The key is locked first: that lock protects its secrets, here and in `noteUse`.
      if ((await keys.update({ id: row.id, version: row.version }, after)) === 0) throw versionConflict();
      const known = new Set((await secrets.findAll({ apiKeyId: row.id })).map(({ keyPrefix }) => keyPrefix));
      await secrets.insert(
        rowsOf(
          row.id,
          list.filter(({ keyPrefix }) => !known.has(keyPrefix)),
        ),
      );
      for (const { keyPrefix, status, expiresAt } of list.filter((secret) => known.has(secret.keyPrefix))) {
        await secrets.update({ keyPrefix }, { status, expiresAt });
      }
      return { ...after, lastUsedAt, lastUsedIp, secrets: list };
    },
    list: (status, now, after, limit) =>
      sql<integrations.ListedApiKey>(listSql, [
        workspaceId,
        status,
        now,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    prefixTaken: async (keyPrefix) => (await sql('select from chancery_api_key($1)', [keyPrefix])).length > 0,
    workspacesWithEnding: (by) =>
      sql.column('select workspace_id id from chancery_api_keys_ending($1)', [by]),
    takeExpiryNotices: (withinDays, now) =>
      sql(
        `update api_keys set expiry_noticed_for = expires_at, expiry_noticed_days = $2
         where workspace_id = $1 and revoked_at is null and expires_at > $3::timestamptz
           and expires_at <= $3::timestamptz + make_interval(days => $2::integer)
           and (expiry_noticed_for is distinct from expires_at or expiry_noticed_days > $2)
         returning ${ending}`,
        [workspaceId, withinDays, now],
      ),
    takeExpired: (now) =>
      sql(
        `update api_keys set expiry_recorded_for = expires_at
         where workspace_id = $1 and revoked_at is null and expires_at <= $2::timestamptz and expiry_recorded_for is distinct from expires_at
         returning ${ending}`,
        [workspaceId, now],
      ),
    actingAs: (userId) =>
      sql.column(
        'select id from api_keys where workspace_id = $1 and acts_as_user_id = $2 and revoked_at is null order by created_at, id',
        [workspaceId, userId],
      ),
    async removeAll() {
      await sql('delete from api_key_secrets where workspace_id = $1', [workspaceId]);
      await sql('delete from api_keys where workspace_id = $1', [workspaceId]);
    },
    async noteUse(uses) {
      await sql('select chancery_note_api_key_uses($1::jsonb)', [JSON.stringify(uses)]);
    },
  };
}

const currentThenNewest = (a: integrations.ApiKeySecret, b: integrations.ApiKeySecret) =>
  a.status === b.status ? b.createdAt.localeCompare(a.createdAt) : a.status === 'current' ? -1 : 1;

const ending = 'id "apiKeyId", key_prefix "keyPrefix", version, expires_at "expiresAt"';

/** Reads the keys of a status, newest first, each with its secrets, in one statement. */
const listSql = `
  select k.id, k.name, k.key_prefix "keyPrefix", k.scopes, k.acts_as_user_id "actsAsUserId", k.rate_limit_per_minute "rateLimitPerMinute",
         k.allowed_ip_ranges "allowedIpRanges", k.expires_at "expiresAt", k.last_used_at "lastUsedAt", k.last_used_ip "lastUsedIp",
         k.created_by_user_id "createdByUserId", k.revoked_by_user_id "revokedByUserId", k.revoked_at "revokedAt",
         k.revoke_reason "revokeReason", k.created_at "createdAt", k.updated_at "updatedAt", k.version,
         coalesce((select jsonb_agg(jsonb_build_object('keyPrefix', s.key_prefix, 'status', s.status,
             'createdAt', to_char(s.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'expiresAt', to_char(s.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'lastUsedAt', to_char(s.last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.status = 'current' desc, s.created_at desc)
           from api_key_secrets s where s.api_key_id = k.id and (s.expires_at is null or s.expires_at > $3::timestamptz)), '[]') secrets
  from api_keys k
  where k.workspace_id = $1
    and $2 = case when k.revoked_at is not null then 'revoked' when k.expires_at <= $3::timestamptz then 'expired' else 'active' end
    and ($4::timestamptz is null or (k.created_at, k.id) < ($4::timestamptz, $5::uuid))
  order by k.created_at desc, k.id desc
  limit $6`;
