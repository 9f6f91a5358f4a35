import { webhooks, workspace } from '@chancery/core';
import { webhookDeliverTopic } from '@chancery/core/internal';
import { cancelJobs } from '../kernel/jobs.ts';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import { writtenPage } from '../kernel/written-rows.ts';

const deliver = transition(webhooks.webhookDeliveryStates, 'deliver');
const retry = transition(webhooks.webhookDeliveryStates, 'retry');
const stop = transition(webhooks.webhookDeliveryStates, 'stop');
const cancel = transition(webhooks.webhookDeliveryStates, 'cancel');
const redeliver = transition(webhooks.webhookDeliveryStates, 'redeliver');
const recover = transition(webhooks.webhookDeliveryStates, 'recover');
const cancelJob = transition(workspace.jobStates, 'cancel');

const listed = `id, endpoint_id "endpointId", event_type "eventType", status, attempt_count "attemptCount",
  next_attempt_at "nextAttemptAt", is_test "isTest", ordering_key "orderingKey", sequence, created_at "createdAt"`;
const detail = `${listed}, workspace_id "workspaceId", occurred_at "occurredAt", data, event_seq "eventSeq", attempts`;

type DetailColumns = Omit<webhooks.WebhookDeliveryDetail, 'eventSeq'> & {
  readonly eventSeq: string | number | null;
};
/** A bigint arrives as text or number. */
const withSeq = <T extends DetailColumns>({ eventSeq, ...row }: T) => ({
  ...row,
  eventSeq: eventSeq === null ? null : Number(eventSeq),
});

export function webhookDeliveryRepository(sql: Sql, workspaceId: string): webhooks.WebhookDeliveryRepository {
  const of = (endpointId: string) => ({ type: 'webhook_endpoint', id: endpointId });
  return {
    async addTest(delivery) {
      await sql(
        `insert into webhook_deliveries (id, workspace_id, endpoint_id, event_type, status, run, run_attempts, run_trigger,
           attempt_count, next_attempt_at, is_test, ordering_key, sequence, occurred_at, data, event_seq, attempts, created_at)
         values ($1, $2, $3, $4, $5, 1, 1, 'test', $6, null, true, $7, $8, $9, $10::json, null, $11::jsonb, $9)`,
        [
          delivery.id,
          workspaceId,
          delivery.endpointId,
          delivery.eventType,
          delivery.status,
          delivery.attemptCount,
          delivery.orderingKey,
          delivery.sequence,
          delivery.createdAt,
          JSON.stringify(delivery.data),
          JSON.stringify(delivery.attempts),
        ],
      );
    },

    async get(id) {
      const [row] = await sql<DetailColumns>(
        `select ${detail} from webhook_deliveries where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      );
      if (row === undefined) throw webhooks.webhookDeliveryNotFound();
      return withSeq(row);
    },

    list: ({ endpointId, status, eventType, from, to }, after, limit) =>
      writtenPage(
        sql,
        webhooks.WebhookDeliveryView,
        `select ${listed} from webhook_deliveries
         where workspace_id = $1 and ($2::uuid is null or endpoint_id = $2) and ($3::text is null or status = $3)
           and ($4::text is null or event_type = $4) and ($5::timestamptz is null or created_at >= $5)
           and ($6::timestamptz is null or created_at < $6) and ($7::uuid is null or id < $7)
         order by id desc limit $8`,
        [workspaceId, endpointId, status, eventType, from, to, after?.[0] ?? null, limit + 1],
      ),

    async begin(id, run, now) {
      const [row] = await sql<BegunColumns>(beginSql, [workspaceId, id, run, now]);
      if (row === undefined) return null;
      const { begins, endpointStatus, notBefore, ...due } = row;
      if (!begins) return notBefore === null ? null : { notBefore };
      return withSeq(due);
    },

    record: (id, attempt, { status, nextAttemptAt }) =>
      sql.did(
        `update webhook_deliveries d set
           attempts = case when jsonb_array_length(attempts) < 30 then attempts else attempts - 0 end || $4::jsonb,
           attempt_count = $3, run_attempts = run_attempts + 1,
           status = case when $5 = ${retry.to} and not on_.is then ${stop.to} else $5 end,
           next_attempt_at = case when $5 = ${retry.to} and on_.is then $6::timestamptz end
         from (select exists (select from webhook_endpoints e join webhook_deliveries x on x.endpoint_id = e.id
                 where x.workspace_id = $1 and e.workspace_id = $1 and x.id = $2 and e.status = 'active') "is") on_
         where workspace_id = $1 and id = $2 and status in ${retry.from} and attempt_count = $3 - 1`,
        [workspaceId, id, attempt.number, JSON.stringify(attempt), status, nextAttemptAt],
      ),

    async cancelWaiting(endpointId, at) {
      await sql(
        `update webhook_deliveries set status = ${cancel.to}, next_attempt_at = null
         where workspace_id = $1 and endpoint_id = $2 and status in ${cancel.from}`,
        [workspaceId, endpointId],
      );
      await cancelJobs(sql, workspaceId, of(endpointId), [webhookDeliverTopic], at);
    },

    async redeliver(id) {
      const [row] = await sql<webhooks.WebhookDelivery & { run: number }>(
        `update webhook_deliveries set status = ${redeliver.to}, run = run + 1, run_attempts = 0, run_trigger = 'manual', next_attempt_at = null
         where workspace_id = $1 and id = $2 and status in ${redeliver.from}
         returning ${listed}, run`,
        [workspaceId, id],
      );
      if (row === undefined) throw webhooks.webhookDeliveryInvalidState();
      const { run, ...delivery } = row;
      return { delivery, run };
    },

    async recover(endpointId, since, until, at) {
      // A delivery that waits for its next attempt gets a new run too, so the job of the old run is not needed any more.
      const rows = await sql<{ deliveryId: string; run: number }>(
        `with due as (
           select id from webhook_deliveries
           where workspace_id = $1 and endpoint_id = $2 and created_at >= $3 and created_at < $4 and not is_test
             and status in ${recover.from}
           order by id for update
         ), recovered as (
           update webhook_deliveries d set status = ${recover.to}, run = run + 1, run_attempts = 0, run_trigger = 'recover', next_attempt_at = null
           from due where d.id = due.id returning d.id, d.run
         ), stale as (
           update jobs set status = ${cancelJob.to}, finished_at = $6
           where topic = $5 and aggregate_id = $2::text and workspace_id = $1 and status in ${cancelJob.from}
             and (payload ->> 'deliveryId')::uuid in (select id from due)
         )
         select id "deliveryId", run from recovered order by id`,
        [workspaceId, endpointId, since, until, webhookDeliverTopic, at],
      );
      return rows;
    },
  };
}

export const webhookSweep = (sql: Sql): webhooks.WebhookSweep => ({
  async prune(before, most) {
    const [row] = await sql<{ pruned: number }>('select chancery_prune_webhooks($1, $2) pruned', [
      before,
      most,
    ]);
    return row?.pruned ?? 0;
  },
});

type BegunColumns = Omit<webhooks.DueDelivery, 'eventSeq'> & {
  readonly eventSeq: string | number | null;
  readonly begins: boolean;
  readonly endpointStatus: string | null;
  readonly notBefore: string | null;
};

/**
 * Moves the delivery of this run to `delivering` in one statement, or to `cancelled` if its endpoint is disabled or deleted.
 * If it is `delivering` already, the worker that began it was lost; its attempt is made again.
 */
const beginSql = `
  with wanted as (
    select d.id, d.next_attempt_at, e.status "on", e.url, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_expires_at,
           d.status <> 'retrying' or d.next_attempt_at <= $4::timestamptz + interval '1 second' due
    from webhook_deliveries d left join webhook_endpoints e on e.id = d.endpoint_id and e.workspace_id = $1
    where d.workspace_id = $1 and d.id = $2 and d.run = $3 and d.status in ${deliver.from}
      and (e.id is null or e.url is not null)
    for update of d
  )
  update webhook_deliveries d set
    status = case when w."on" is distinct from 'active' then case when d.status in ${stop.from} then ${stop.to} else ${cancel.to} end when w.due then ${deliver.to} else d.status end,
    next_attempt_at = case when w."on" is distinct from 'active' or w.due then null else d.next_attempt_at end
  from wanted w where d.id = w.id and d.workspace_id = $1
  returning d.id, d.endpoint_id "endpointId", d.event_type "eventType", d.status, d.attempt_count "attemptCount",
    d.next_attempt_at "nextAttemptAt", d.is_test "isTest", d.ordering_key "orderingKey", d.sequence, d.created_at "createdAt",
    d.workspace_id "workspaceId", d.occurred_at "occurredAt", d.data, d.event_seq "eventSeq", d.attempts,
    d.run_trigger "trigger", d.run_attempts "runAttempts", w.url, w.secret_sealed "secretSealed",
    w.previous_secret_sealed "previousSecretSealed", w.previous_secret_expires_at "previousSecretExpiresAt",
    d.status = 'delivering' begins, w."on" "endpointStatus", d.next_attempt_at "notBefore"`;
