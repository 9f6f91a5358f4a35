import { type billing, versionConflict } from '@chancery/core';
import { boolean, instant, int, json, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Columns = billing.Subscription & { workspaceId: string };

export const SubscriptionRow = new EntitySchema<Columns>({
  name: 'Subscription',
  tableName: 'subscriptions',
  columns: {
    id: key(),
    workspaceId: tenant(),
    status: text(),
    planCode: text(),
    planHash: text(),
    interval: nullable(text('billing_interval')),
    seats: int(),
    perSeat: boolean(),
    currency: text(),
    unitAmount: int(),
    credit: int(),
    periodAnchor: instant(),
    currentPeriodStart: instant(),
    currentPeriodEnd: instant(),
    cancelAtPeriodEnd: boolean(),
    trialEndsAt: nullable(instant()),
    pastDueSince: nullable(instant()),
    graceEndsAt: nullable(instant()),
    unpaidSince: nullable(instant()),
    dunningStep: int(),
    trialNoticeAt: nullable(instant()),
    pendingChange: nullable(json()),
    prorationPin: nullable(json()),
    seatsSyncedAt: nullable(instant()),
    paymentMethod: nullable(json()),
    processor: text(),
    collection: text(),
    processorSubscriptionId: text(),
    processorCustomerId: nullable(text()),
    startedAt: instant(),
    cancelledAt: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function subscriptionRepository(sql: Sql, workspaceId: string): billing.SubscriptionRepository {
  const subscriptions = table(sql, SubscriptionRow, { workspaceId });
  return {
    add: (subscription) => subscriptions.insert({ ...subscription, workspaceId }),
    live: () =>
      sql.first<billing.Subscription>(
        `select ${subscriptions.selection} from subscriptions
         where workspace_id = $1 and status not in ('cancelled', 'incomplete_expired')`,
        [workspaceId],
      ),
    byProcessorId: (processorSubscriptionId) => subscriptions.find({ processorSubscriptionId }),
    async save(subscription) {
      const after = { ...subscription, version: subscription.version + 1 };
      const saved = await subscriptions.update(
        { id: subscription.id, version: subscription.version },
        { ...after, workspaceId },
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    async note(id, notes) {
      await subscriptions.update({ id }, notes);
    },
  };
}
