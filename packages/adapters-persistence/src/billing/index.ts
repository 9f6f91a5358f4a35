import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { billingAccounts, checkoutRepository, workspacePlans } from './accounts.ts';
import { billingEvents, billingSweeps } from './events.ts';
import { invoiceRepository } from './invoices.ts';
import { subscriptionRepository } from './subscriptions.ts';
import { usageRecount } from './usage-recount.ts';

/** The repositories of the context `billing`. */
export const billingRepositories: RepositoriesOf<'billing'> = repositoriesOf({
  workspacePlans: ({ sql, tenant }) => workspacePlans(sql, tenant()),
  billingAccounts: ({ sql, tenant }) => billingAccounts(sql, tenant()),
  subscriptions: ({ sql, tenant }) => subscriptionRepository(sql, tenant()),
  invoices: ({ sql, tenant }) => invoiceRepository(sql, tenant()),
  checkouts: ({ sql, tenant }) => checkoutRepository(sql, tenant()),
  billingEvents: ({ sql }) => billingEvents(sql),
  billingSweeps: ({ sql }) => billingSweeps(sql),
  usageRecount: ({ sql, tenant }) => usageRecount(sql, tenant()),
});
