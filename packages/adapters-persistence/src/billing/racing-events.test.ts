import { createWorker } from '@chancery/core';
import { expect } from 'chai';
import type { Database } from '../kernel/data-source.ts';
import { aStranger, type PayingWorld, payingWorld, postgresDatabase } from '../testing/index.ts';

/** Holds back the processor's next answer about a subscription until it is let go. */
function heldAnswer({ processor }: PayingWorld) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetch = processor.fetchSubscription.bind(processor);
  const asked = new Promise<void>((resolve) => {
    processor.fetchSubscription = async (id) => {
      processor.fetchSubscription = fetch;
      const answer = await fetch(id);
      resolve();
      await released;
      return answer;
    };
  });
  return { asked, release };
}

describe('events of one subscription at once', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase({ poolSize: 10 });
  });
  after(() => database?.close());

  it('BIL-11: of two events applied at once the older answer of the processor is not written over the newer one, and nobody waits for it', async () => {
    const made = await payingWorld({ database });
    const { chancery, deliverEvent, owner, ports, processor, worker } = made;
    const other = createWorker(ports);
    const id = await made.subscribe();
    processor.move(id, { status: 'active', trialEndsAt: null });
    await deliverEvent('customer.subscription.updated', id);
    const arrived = (type: string) =>
      chancery.billing.receiveStripeEvent(processor.message(type, id), aStranger());
    const standing = async () => (await chancery.billing.getBilling({}, owner.session)).subscription?.status;
    const answer = heldAnswer(made);

    processor.move(id, { status: 'past_due' });
    await arrived('invoice.payment_failed');
    const first = worker.drain();
    await answer.asked;
    processor.move(id, { status: 'active' });
    await arrived('invoice.paid');
    await other.drain();
    // No lock is held meanwhile: it is written, although the first answer is still on its way.
    const before = processor.calls.length;
    answer.release();
    await first;

    expect(await standing()).to.equal('active');
    expect(processor.calls.slice(before)).to.deep.equal([`fetch ${id}`]);
    expect((await made.happened()).map(({ type }) => type)).to.deep.equal(['billing.subscribed']);
    const kept = await made.sql('select id from billing_events where subscription_id = $1 and status <> $2', [
      id,
      'applied',
    ]);
    expect(kept).to.deep.equal([]);
  });
});
