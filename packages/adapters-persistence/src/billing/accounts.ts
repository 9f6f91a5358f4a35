import type { billing, WorkspacePlan, WorkspacePlans } from '@chancery/core';
import { instant, int, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

const columns = `processor_customer_id "processorCustomerId", trial_used_at "trialUsedAt", seats_chosen "seatsChosen", revision`;
const untouched: billing.BillingAccount = {
  processorCustomerId: null,
  trialUsedAt: null,
  seatsChosen: 0,
  revision: 0,
};

export function billingAccounts(sql: Sql, workspaceId: string): billing.BillingAccounts {
  return {
    async lock() {
      await sql('insert into billing_accounts (workspace_id) values ($1) on conflict do nothing', [
        workspaceId,
      ]);
      const [row] = await sql<billing.BillingAccount>(
        `select ${columns} from billing_accounts where workspace_id = $1 for update`,
        [workspaceId],
      );
      return row ?? untouched;
    },
    async get() {
      const [row] = await sql<billing.BillingAccount>(
        `select ${columns} from billing_accounts where workspace_id = $1`,
        [workspaceId],
      );
      return row ?? untouched;
    },
    async touch() {
      await sql('update billing_accounts set revision = revision + 1 where workspace_id = $1', [workspaceId]);
    },
    async removeAll() {
      for (const table of [
        'billing_checkouts',
        'billing_invoices',
        'subscriptions',
        'billing_accounts',
        'usage_counters',
      ])
        await sql(`delete from ${table} where workspace_id = $1`, [workspaceId]);
    },
    async save({ processorCustomerId, trialUsedAt, seatsChosen }) {
      await sql(
        'update billing_accounts set processor_customer_id = $2, trial_used_at = $3, seats_chosen = $4, revision = revision + 1 where workspace_id = $1',
        [workspaceId, processorCustomerId, trialUsedAt, seatsChosen],
      );
    },
  };
}

export function workspacePlans(sql: Sql, workspaceId: string): WorkspacePlans {
  return {
    async get() {
      const [row] = await sql<WorkspacePlan>(
        'select plan_code "planCode", plan_terms terms, status from workspaces where id = $1',
        [workspaceId],
      );
      if (row === undefined) throw new Error('A unit entered a workspace that is not there');
      return row;
    },
    async assign(planCode, terms, now) {
      await sql(
        'update workspaces set plan_code = $2, plan_terms = $3, updated_at = $4, version = version + 1 where id = $1',
        [workspaceId, planCode, JSON.stringify(terms), now],
      );
    },
  };
}

type CheckoutColumns = billing.Checkout & { workspaceId: string };
export const CheckoutRow = new EntitySchema<CheckoutColumns>({
  name: 'BillingCheckout',
  tableName: 'billing_checkouts',
  columns: {
    id: key(),
    workspaceId: tenant(),
    status: text(),
    processorCheckoutId: nullable(text()),
    url: nullable(text()),
    planCode: text(),
    interval: nullable(text('billing_interval')),
    seats: int(),
    trialDays: int(),
    promotionCode: nullable(text()),
    successUrl: text(),
    cancelUrl: text(),
    expiresAt: instant(),
    createdAt: instant(),
  },
});

export function checkoutRepository(sql: Sql, workspaceId: string): billing.CheckoutRepository {
  const checkouts = table(sql, CheckoutRow, { workspaceId });
  return {
    add: (checkout) => checkouts.insert({ ...checkout, workspaceId }),
    open: () => checkouts.find({ status: 'open' }),
    get: (id) => checkouts.find({ id }),
    async save(checkout) {
      await checkouts.update({ id: checkout.id }, { ...checkout, workspaceId });
    },
  };
}
