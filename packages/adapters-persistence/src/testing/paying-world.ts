import { FixedClock } from './doubles.ts';
import { RemoteProcessor } from './remote-processor.ts';
import { noon, type World, world } from './world.ts';

export interface PayingWorld extends World {
  readonly processor: RemoteProcessor;
  /** Checks out and pays; returns the processor's id of the subscription. */
  subscribe(planCode?: string): Promise<string>;
  /** Sends a message about a thing at the processor and works what follows. */
  deliverEvent(type: string, id: string): Promise<void>;
}

/** A world in which an outside processor collects; its workspace is on the plan `free` without a subscription. */
export async function payingWorld(options: Parameters<typeof world>[0] = {}): Promise<PayingWorld> {
  const clock = new FixedClock(noon);
  const processor = new RemoteProcessor(clock);
  const made = await world({
    ...options,
    settings: {
      defaultPlanCode: 'free',
      billing: { processor: 'stripe', collection: 'automatic' },
      ...options.settings,
    },
    ports: { ...options.ports, payments: processor, clock },
  });
  const caller = { ...made.owner.session, credential: null };
  const deliverEvent = async (type: string, id: string) => {
    await made.chancery.billing.receiveStripeEvent(processor.message(type, id), caller);
    await made.worker.drain();
  };
  return {
    ...made,
    clock,
    processor,
    deliverEvent,
    async subscribe(planCode = 'team') {
      const { id } = await made.chancery.billing.createCheckout(
        { planCode, interval: 'month' },
        made.owner.session,
      );
      const subscriptionId = await processor.complete(id);
      await deliverEvent('customer.subscription.created', subscriptionId);
      return subscriptionId;
    },
  };
}
