import { billing } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

const apply = transition(billing.billingEventStates, 'apply');
const ignore = transition(billing.billingEventStates, 'ignore');
const giveUp = transition(billing.billingEventStates, 'give_up');

export function billingEvents(sql: Sql): billing.BillingEvents {
  return {
    async add(event) {
      const { id, processorEventId, type, receivedAt, status, payloadSealed, objectId } = event;
      const { customerId, subscriptionId, checkoutId } = event;
      return sql.did(
        `insert into billing_events (id, processor_event_id, type, received_at, status, payload_sealed, object_id, customer_id, subscription_id, checkout_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
        [
          id,
          processorEventId,
          type,
          receivedAt,
          status,
          Buffer.from(payloadSealed),
          objectId,
          customerId,
          subscriptionId,
          checkoutId,
        ],
      );
    },
    get: (id) =>
      sql.first<billing.BillingEvent>(
        `select id, processor_event_id "processorEventId", type, received_at "receivedAt", status, payload_sealed "payloadSealed",
                object_id "objectId", customer_id "customerId", subscription_id "subscriptionId", checkout_id "checkoutId"
         from billing_events where id = $1`,
        [id],
      ),
    async mark(id, action) {
      const { from, to } = action === 'apply' ? apply : ignore;
      await sql(`update billing_events set status = ${to} where id = $1 and status in ${from}`, [id]);
    },
    giveUp: (receivedBefore) =>
      sql.changed(
        `update billing_events set status = ${giveUp.to} where status in ${giveUp.from} and received_at < $1`,
        [receivedBefore],
      ),
  };
}

/** Definer functions return which workspaces have something due, and none of their data. */
export function billingSweeps(sql: Sql): billing.BillingSweeps {
  const ids = (call: string, values: readonly unknown[]) =>
    sql.column(`select distinct id from ${call} id order by 1`, values);
  return {
    toRoll: (now) => ids('chancery_billing_to_roll($1)', [now]),
    toRemind: (now) => ids('chancery_billing_to_remind($1)', [now]),
    toSyncSeats: (syncedBefore) => ids('chancery_billing_to_sync_seats($1)', [syncedBefore]),
    all: () => ids('chancery_billing_workspaces()', []),
    workspaceOf: async (customerId, subscriptionId) =>
      (await ids('chancery_billing_workspace_of($1, $2)', [customerId, subscriptionId]))[0] ?? null,
    workspaceOfInvoice: (idOrNumber) => ids('chancery_billing_workspaces_of_invoice($1)', [idOrNumber]),
  };
}
