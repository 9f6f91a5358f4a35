import { FixedClock, noon } from '@chancery/adapters-persistence/testing';
import { systemIds } from '../kernel/ids.ts';
import { secondsBetween } from '../kernel/time.ts';
import type { ProcessorState } from './billing-processor.ts';
import { EmbeddedBillingProcessor } from './embedded-billing-processor.ts';
import { builtInPlans } from './plans.ts';
import { billingProcessorContract } from './testing/billing-processor.contract.ts';

billingProcessorContract('the embedded processor', async () => {
  const clock = new FixedClock(noon);
  const processor = new EmbeddedBillingProcessor({
    clock,
    ids: systemIds,
    plans: builtInPlans,
    collection: 'manual',
  });
  const plan = builtInPlans.plan('team');
  return {
    processor,
    now: () => clock.now(),
    advance: (seconds) => clock.advance({ seconds }),
    async subscribe(seats) {
      const { state } = await processor.createCheckout({
        checkoutId: systemIds.uuid7(),
        workspaceId: 'workspace_1',
        workspaceName: 'Example',
        customerId: null,
        plan,
        price: plan.prices[0] ?? null,
        seats,
        trialDays: 0,
        successUrl: 'https://app.example.com/done',
        cancelUrl: 'https://app.example.com/back',
        promotionCode: null,
      });
      if (state === null) throw new Error('The embedded processor sells at once');
      return state;
    },
    async renew(state: ProcessorState) {
      clock.advance({ seconds: secondsBetween(clock.now(), state.subscription.currentPeriodEnd) + 1 });
      const renewed = await processor.fetchSubscription('', state);
      if (renewed === null) throw new Error('The embedded processor goes on from what it is given');
      return renewed;
    },
    close: async () => undefined,
  };
});
