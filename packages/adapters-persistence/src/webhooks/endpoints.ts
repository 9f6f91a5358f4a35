import { versionConflict, webhooks } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, texts } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';

const autoDisable = transition(webhooks.webhookEndpointStates, 'auto_disable');

type Columns = webhooks.WebhookEndpoint & { workspaceId: string };

export const WebhookEndpointRow = new EntitySchema<Columns>({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  columns: {
    id: key(),
    workspaceId: tenant(),
    context: text(),
    url: nullable(text()),
    description: nullable(text()),
    eventTypes: texts(),
    allowedLabels: texts(),
    status: text(),
    secretPrefix: text(),
    secretSealed: bytes(),
    previousSecretSealed: nullable(bytes()),
    previousSecretExpiresAt: nullable(instant()),
    failingSince: nullable(instant()),
    consecutiveFailures: int(),
    lastSuccessAt: nullable(instant()),
    disabledReason: nullable(text()),
    createdByUserId: text(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function webhookEndpointRepository(sql: Sql, workspaceId: string): webhooks.WebhookEndpointRepository {
  const endpoints = table(sql, WebhookEndpointRow, { workspaceId });
  const find = (id: string) => endpoints.find({ id });
  return {
    add: (endpoint) => endpoints.insert({ ...endpoint, workspaceId }),
    find,
    async get(id) {
      const endpoint = await find(id);
      if (endpoint === null) throw webhooks.webhookNotFound();
      return endpoint;
    },
    async save(endpoint, statusBefore) {
      const { failingSince, consecutiveFailures, lastSuccessAt, ...own } = endpoint;
      const after = { ...own, version: own.version + 1 };
      const run = endpoint.status === statusBefore ? {} : { failingSince, consecutiveFailures };
      const saved = await endpoints.update(
        { id: own.id, version: own.version, status: statusBefore },
        { ...after, ...run },
      );
      if (saved === 0) throw versionConflict();
      return { ...after, failingSince, consecutiveFailures, lastSuccessAt };
    },
    async removeAll() {
      for (const name of ['webhook_deliveries', 'webhook_sequences', 'webhook_endpoints'])
        await sql(`delete from ${name} where workspace_id = $1`, [workspaceId]);
    },
    remove: async (id) => (await endpoints.delete({ id })) === 1,
    ids: () =>
      sql.column('select id from webhook_endpoints where workspace_id = $1 order by id', [workspaceId]),
    list: (context, after, limit) =>
      sql<webhooks.WebhookEndpoint>(
        `select ${endpoints.selection} from webhook_endpoints
         where workspace_id = $1 and ($2::text is null or context = $2)
           and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
         order by created_at desc, id desc limit $5`,
        [workspaceId, context, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    async noteSuccess(id, at) {
      await sql(
        `update webhook_endpoints set failing_since = null, told_of_failing_at = null, consecutive_failures = 0,
           last_success_at = greatest(last_success_at, $3)
         where workspace_id = $1 and id = $2
           and (failing_since is not null or last_success_at is null or last_success_at < $3::timestamptz - interval '1 second')`,
        [workspaceId, id, at],
      );
    },
    async noteFailure(id, at) {
      await sql(
        `update webhook_endpoints set failing_since = coalesce(failing_since, $3), consecutive_failures = consecutive_failures + 1
         where workspace_id = $1 and id = $2 and status = 'active'`,
        [workspaceId, id, at],
      );
    },
    autoDisable: (id, reason, at) =>
      sql.did(
        `update webhook_endpoints set status = ${autoDisable.to}, disabled_reason = $3, updated_at = $4, version = version + 1
         where workspace_id = $1 and id = $2 and status in ${autoDisable.from}`,
        [workspaceId, id, reason, at],
      ),
    async takeNotice(id, failingSinceBefore, at) {
      const [taken] = await sql<{ failingSince: string }>(
        `update webhook_endpoints set told_of_failing_at = $4
         where workspace_id = $1 and id = $2 and status = 'active' and failing_since <= $3
           and (told_of_failing_at is null or told_of_failing_at < failing_since)
         returning failing_since "failingSince"`,
        [workspaceId, id, failingSinceBefore, at],
      );
      return taken?.failingSince ?? null;
    },
    failingSinceBefore: (at) =>
      sql('select workspace_id "workspaceId", endpoint_id "endpointId" from chancery_failing_webhooks($1)', [
        at,
      ]),
  };
}
