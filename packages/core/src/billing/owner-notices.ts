import type { WritingContext } from '../kernel/handler-context.ts';
import { type BillingNotice, billingOwnerNotice } from './events.ts';
import type { BillingPorts } from './ports.ts';
import type { Subscription } from './subscription.ts';

/** Requests a mail to each active owner; `at` is the time of what the mail is about. */
export async function notifyOwners(
  notice: BillingNotice,
  { planCode }: Pick<Subscription, 'planCode'>,
  at: string,
  { memberDirectory, emit }: Pick<BillingPorts, 'memberDirectory'> & Pick<WritingContext, 'emit'>,
  sum: { readonly amount: number; readonly currency: string } | null = null,
): Promise<void> {
  for (const ownerUserId of await memberDirectory.ownerIds())
    emit(billingOwnerNotice, {
      ownerUserId,
      notice,
      planCode,
      at,
      amount: sum?.amount ?? null,
      currency: sum?.currency ?? null,
    });
}
