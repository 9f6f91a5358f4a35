import type { NewWebhookDelivery, WebhookNotice, WebhookOutbox } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

interface Endpoint {
  readonly endpointId: string;
  readonly context: string;
  readonly eventTypes: readonly string[];
  readonly allowedLabels: readonly string[];
  readonly active: boolean;
  readonly sent: boolean;
}

/** Writes deliveries in the transaction of their events. `enter` binds the transaction to the workspace of the notices. */
export function webhookOutbox(sql: Sql, enter: (workspaceId: string) => void): WebhookOutbox {
  return {
    async targets(workspaceId, notices) {
      enter(workspaceId);
      const endpoints = await sql<Endpoint>(
        `select id "endpointId", context, event_types "eventTypes", allowed_labels "allowedLabels", status = 'active' active, url is not null sent
         from webhook_endpoints where workspace_id = $1 and context = any($2) order by id`,
        [workspaceId, [...new Set(notices.map(({ context }) => context))]],
      );
      const wanted = notices.map((notice) => endpoints.filter((endpoint) => wants(endpoint, notice)));
      const counted = notices.filter((_, index) => (wanted[index]?.length ?? 0) > 0);
      const last =
        counted.length === 0 ? new Map<string, number>() : await numbers(sql, workspaceId, counted);
      // Several events of one thing in one transaction get consecutive numbers in their order.
      const left = countOf(counted);
      return notices.map(({ orderingKey }, index) => {
        const targets = wanted[index] ?? [];
        if (targets.length === 0) return { endpoints: [], sequence: 0 };
        const remaining = left.get(orderingKey) ?? 1;
        left.set(orderingKey, remaining - 1);
        return {
          endpoints: targets.map(({ endpointId, active, sent }) => ({ endpointId, active, sent })),
          sequence: (last.get(orderingKey) ?? 0) - remaining + 1,
        };
      });
    },

    async record(deliveries) {
      const workspaces = new Set(deliveries.map(({ workspaceId }) => workspaceId));
      await Promise.all(
        [...workspaces].map((workspaceId) => {
          enter(workspaceId);
          return recordIn(
            sql,
            deliveries.filter((delivery) => delivery.workspaceId === workspaceId),
          );
        }),
      );
    },
  };
}

const wants = (
  { context, eventTypes, allowedLabels }: Endpoint,
  { context: of, type, labels }: WebhookNotice,
) =>
  context === of &&
  (eventTypes.includes('*') || eventTypes.includes(type)) &&
  labels.every((label) => allowedLabels.includes(label));

const countOf = (notices: readonly WebhookNotice[]) => {
  const counts = new Map<string, number>();
  for (const { orderingKey } of notices) counts.set(orderingKey, (counts.get(orderingKey) ?? 0) + 1);
  return counts;
};

/** Returns the last number of each key after these notices; rows are locked in one order, so that two transactions never wait for each other. */
async function numbers(sql: Sql, workspaceId: string, notices: readonly WebhookNotice[]) {
  const counts = [...countOf(notices)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = await sql<{ orderingKey: string; last: number }>(
    `insert into webhook_sequences (workspace_id, ordering_key, last_sequence)
     select $1, key, count from unnest($2::text[], $3::integer[]) as wanted (key, count)
     on conflict (workspace_id, ordering_key) do update set last_sequence = webhook_sequences.last_sequence + excluded.last_sequence
     returning ordering_key "orderingKey", last_sequence "last"`,
    [workspaceId, counts.map(([key]) => key), counts.map(([, count]) => count)],
  );
  return new Map(rows.map(({ orderingKey, last }) => [orderingKey, last]));
}

async function recordIn(sql: Sql, deliveries: readonly NewWebhookDelivery[]): Promise<void> {
  const rows = deliveries.map(({ data, labels: _, ...delivery }) => ({
    ...delivery,
    data: JSON.stringify(data),
  }));
  await sql(
    `insert into webhook_deliveries (id, workspace_id, endpoint_id, event_type, status, run, run_attempts, run_trigger, attempt_count,
       next_attempt_at, is_test, ordering_key, sequence, occurred_at, data, event_seq, attempts, created_at)
     select d.id, d."workspaceId", d."endpointId", d.type, case when d.active then 'pending' else 'cancelled' end, 1, 0, 'scheduled', 0,
       null, false, d."orderingKey", d.sequence, d."occurredAt", d.data::json,
       (select a.seq from audit_event a where a.ledger_id = d."workspaceId" and a.id = d."eventId"), '[]', d."occurredAt"
     from jsonb_to_recordset($1::jsonb) as d(id uuid, "workspaceId" text, "endpointId" uuid, type text, active boolean,
       "orderingKey" text, sequence integer, "occurredAt" timestamptz, data text, "eventId" uuid)`,
    [JSON.stringify(rows)],
  );
}
