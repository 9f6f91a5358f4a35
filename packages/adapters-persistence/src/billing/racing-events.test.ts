import { createWorker } from '@chancery/core';
import { expect } from 'chai';
import type { Database } from '../kernel/data-source.ts';
import {
  aStranger,
  type PayingWorld,
  payingWorld,
  postgresDatabase,
  untilItWaits,
} from '../testing/index.ts';

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
  before(async function () {
    this.timeout(60_000);
    database = await postgresDatabase({ poolSize: 10 });
  });
  after(() => database?.close());

  it('BIL-11: of two events applied at once the newest state stays, and what each of both changes brings happens once', async () => {
    const made = await payingWorld({ database });
    const { chancery, clock, deliverEvent, owner, ports, processor, worker } = made;
    const other = createWorker(ports);
    const id = await made.subscribe();
    processor.move(id, { status: 'active', trialEndsAt: null });
    await deliverEvent('customer.subscription.updated', id);
    const arrived = (type: string) =>
      chancery.billing.receiveStripeEvent(processor.message(type, id), aStranger());
    const answer = heldAnswer(made);

    processor.move(id, { status: 'past_due' });
    await arrived('invoice.payment_failed');
    const first = worker.drain();
    await answer.asked;
    processor.move(id, { status: 'active' });
    await arrived('invoice.paid');
    const second = other.drain();
    const probe = await database.pool.connect();
    // Without a lock the second one ends while the first still holds the older answer.
    await untilItWaits(probe, second).catch(() => undefined);
    probe.release();
    answer.release();
    await Promise.all([first, second]);
    clock.advance({ minutes: 2 });
    await worker.drain();

    const { subscription } = await chancery.billing.getBilling({}, owner.session);
    expect(subscription).to.include({ status: 'active', graceEndsAt: null });
    expect((await made.happened()).map(({ type }) => type)).to.deep.equal([
      'billing.subscribed',
      'billing.payment_failed',
      'billing.payment_received',
    ]);
    const subjects = ports.mail.sent
      .filter(({ to }) => to.address === owner.email)
      .map(({ subject }) => subject);
    expect(subjects).to.deep.equal([
      "A payment for Ada's workspace failed",
      "Payment received for Ada's workspace",
    ]);
  });
});
