import {
  aStranger,
  failureOf,
  later,
  type PayingWorld,
  payingWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const state = async ({ chancery, owner }: PayingWorld, session = owner.session) =>
  (await chancery.billing.getBilling({}, session)).subscription;
const types = async ({ happened }: PayingWorld) => (await happened()).map(({ type }) => type);
const mailsTo = ({ ports, owner }: PayingWorld) =>
  ports.mail.sent.filter(({ to }) => to.address === owner.email).map(({ subject }) => subject);

describe('events of the processor', () => {
  it('BIL-10: a bad signature is refused and nothing is kept', async () => {
    const { chancery, processor, sql } = await payingWorld();
    const { content } = processor.message('invoice.paid', 'in_1', { id: 'evt_of_nobody' });

    const code = await failureOf(
      chancery.billing.receiveStripeEvent({ content, signature: 'bad' }, aStranger()),
    );

    expect(code).to.equal('billing.signature_invalid');
    for (const [length, expected] of [
      [4096, 'billing.signature_invalid'],
      [4097, 'request.invalid'],
    ] as const)
      expect(
        await failureOf(
          chancery.billing.receiveStripeEvent({ content, signature: 'x'.repeat(length) }, aStranger()),
        ),
      ).to.equal(expected);
    expect(
      await sql("select id from billing_events where processor_event_id = 'evt_of_nobody'"),
    ).to.deep.equal([]);
  });

  it('BIL-10: an event is stored sealed first and applied by a job; the same event ten times takes effect once', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, worker, sql } = made;
    const { id } = await chancery.billing.createCheckout(
      { planCode: 'team', interval: 'month' },
      owner.session,
    );
    const subscriptionId = await processor.complete(id);
    const message = processor.message('customer.subscription.created', subscriptionId);

    for (let time = 0; time < 10; time += 1)
      expect(await chancery.billing.receiveStripeEvent(message, aStranger())).to.deep.equal({
        received: true,
      });
    expect(await state(made)).to.equal(null);
    await worker.drain();

    expect(await types(made)).to.deep.equal(['billing.subscribed']);
    expect(await state(made)).to.include({ status: 'trialing', planCode: 'team', version: 1 });
    const kept = await sql<{ status: string; sealed: string }>(
      "select status, encode(payload_sealed, 'escape') sealed from billing_events where subscription_id = $1",
      [subscriptionId],
    );
    expect(kept.map(({ status }) => status)).to.deep.equal(['applied']);
    expect(kept[0]?.sealed).to.not.include(subscriptionId);
  });

  it('BIL-11: the customer at the processor is written down, of a workspace that has had its trial too', async () => {
    const made = await payingWorld({ settings: { webUrl: 'https://app.example.com' } });
    const { sql, workspaceId, chancery, owner } = made;
    await sql(
      `insert into billing_accounts (workspace_id, trial_used_at) values ($1, '2026-01-01')
       on conflict (workspace_id) do update set trial_used_at = excluded.trial_used_at`,
      [workspaceId],
    );
    const openPortal = () => failureOf(chancery.billing.openPortal({}, owner.session));
    expect(await openPortal()).to.equal('billing.no_customer');

    await made.subscribe();

    expect(await openPortal()).to.equal('none');
  });

  it('BIL-11: the state at the processor counts: a late "updated" after "deleted" leaves it cancelled', async () => {
    const made = await payingWorld();
    const { processor, deliverEvent } = made;
    const id = await made.subscribe();
    processor.move(id, { status: 'cancelled', cancelledAt: '2026-11-23T12:00:00.000Z' });

    await deliverEvent('customer.subscription.deleted', id);
    processor.move(id, { status: 'active', cancelledAt: null });
    await deliverEvent('customer.subscription.updated', id);

    expect(await state(made)).to.equal(null);
    expect(await types(made)).to.deep.equal(['billing.subscribed', 'billing.cancelled']);
    const { workspace } = await made.chancery.workspace.getWorkspace({}, made.owner.session);
    expect(workspace.planCode).to.equal('free');
  });

  it('BIL-12: an event of an unknown customer or type is kept as ignored', async () => {
    const made = await payingWorld();
    const { chancery, processor, worker, sql } = made;
    const id = await made.subscribe();
    const unknown = processor.message('customer.subscription.updated', 'sub_x', {
      id: `evt_u_${id}`,
      customerId: 'cus_of_nobody',
      subscriptionId: 'sub_x',
    });
    const strange = processor.message('radar.something', id, { id: `evt_s_${id}` });

    for (const message of [unknown, strange]) await chancery.billing.receiveStripeEvent(message, aStranger());
    await worker.drain();

    const kept = await sql<{ status: string }>(
      'select status from billing_events where processor_event_id in ($1, $2)',
      [`evt_u_${id}`, `evt_s_${id}`],
    );
    expect(kept.map(({ status }) => status)).to.deep.equal(['ignored', 'ignored']);
  });

  it('BIL-12: an event that cannot be applied is tried again and becomes a dead letter; the daily comparison repairs the state', async () => {
    const made = await payingWorld();
    const { processor, deliverEvent, worker, clock, sql } = made;
    const id = await made.subscribe();
    processor.move(id, { status: 'active', trialEndsAt: null });
    processor.away = true;
    await deliverEvent('customer.subscription.updated', id);
    for (let attempt = 1; attempt < 15; attempt += 1) {
      clock.advance({ hours: 2 });
      await worker.drain();
    }
    const jobs = await sql<{ status: string; attempts: number }>(
      "select status, attempts from jobs where topic = 'billing.apply_event' and payload->>'eventId' in (select id::text from billing_events where subscription_id = $1 and status = 'received')",
      [id],
    );
    expect(jobs).to.deep.equal([{ status: 'dead', attempts: 15 }]);

    processor.away = false;
    const session = await later(made, made.owner, { hours: 1 });
    await worker.run('billing.reconcile');

    expect((await state(made, session))?.status).to.equal('active');
    const kept = await sql<{ status: string }>(
      'select status from billing_events where subscription_id = $1 order by received_at',
      [id],
    );
    expect(kept.map(({ status }) => status)).to.deep.equal(['applied', 'dead']);
  });

  it('BIL-12: the daily comparison finds a subscription that no event reported', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, worker } = made;
    const { id } = await chancery.billing.createCheckout(
      { planCode: 'team', interval: 'month' },
      owner.session,
    );
    await processor.complete(id);

    await worker.run('billing.reconcile');

    expect((await state(made))?.planCode).to.equal('team');
  });

  it('BIL-13: after a failed payment everything works for fourteen days, then the free plan limits creation, and paying lifts that at once', async () => {
    const made = await payingWorld();
    const { chancery, processor, deliverEvent, worker, ports, owner } = made;
    const id = await made.subscribe();
    processor.move(id, { status: 'active', trialEndsAt: null });
    await deliverEvent('customer.subscription.updated', id);
    processor.move(id, { status: 'past_due' });
    await deliverEvent('invoice.payment_failed', id);
    await deliverEvent('customer.subscription.updated', id);
    const create = (session = owner.session) =>
      failureOf(chancery.integrations.createApiKey({ name: 'x', scopes: ['members.read'] }, session));

    const upcoming = async (session = owner.session) =>
      (await chancery.billing.getBilling({}, session)).upcomingInvoice;

    expect(await state(made)).to.include({ status: 'past_due', graceEndsAt: '2026-12-07T12:00:00.000Z' });
    expect(await upcoming()).to.not.equal(null);
    expect(await create()).to.equal('none');
    let session = await later(made, owner, { days: 14, seconds: -1 });
    await worker.run('billing.dunning');
    expect(await create(session)).to.equal('none');

    session = await later(made, owner, { seconds: 1 });
    await worker.run('billing.dunning');
    expect((await state(made, session))?.status).to.equal('unpaid');
    expect(await upcoming(session)).to.equal(null);
    expect(await create(session)).to.equal('plan.limit_reached');
    const capabilities = await chancery.billing.getCapabilities({}, session);
    expect(capabilities).to.include({
      restricted: true,
      restrictedReason: 'payment_overdue',
      status: 'unpaid',
    });
    expect(capabilities.features.api_integrations).to.equal(true);

    processor.move(id, { status: 'active' });
    await deliverEvent('invoice.paid', id);
    expect((await state(made, session))?.status).to.equal('active');
    expect(await create(session)).to.equal('none');
    expect((await types(made)).filter((type) => type.startsWith('billing.'))).to.deep.equal([
      'billing.subscribed',
      'billing.payment_failed',
      'billing.restricted',
      'billing.payment_received',
      'billing.restored',
    ]);
    expect(mailsTo(made)).to.include.members([
      "A payment for Ada's workspace failed",
      "Ada's workspace is limited until payment",
      "Payment received for Ada's workspace",
    ]);
    expect(ports.mail.sent.length).to.be.greaterThan(3);
  });

  it('BIL-13: owners are reminded on days 0, 3, 7 and 13, and never twice for the same day', async () => {
    const made = await payingWorld();
    const { processor, deliverEvent, worker, clock } = made;
    const id = await made.subscribe();
    processor.move(id, { status: 'past_due' });
    await deliverEvent('invoice.payment_failed', id);
    const reminders = () => mailsTo(made).filter((subject) => subject.includes('failed')).length;
    const counts = [reminders()];

    for (let day = 1; day <= 13; day += 1) {
      clock.advance({ days: 1, seconds: -1 });
      await worker.run('billing.dunning');
      expect(reminders()).to.equal(counts.at(-1));
      clock.advance({ seconds: 1 });
      await worker.run('billing.dunning');
      await worker.run('billing.dunning');
      counts.push(reminders());
    }

    expect(counts).to.deep.equal([1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4]);
  });

  it('BIL-13: ends a subscription that has been unpaid for sixty days, and none before', async () => {
    const made = await payingWorld();
    const { processor, deliverEvent, worker, clock } = made;
    const id = await made.subscribe();
    processor.move(id, { status: 'past_due' });
    await deliverEvent('invoice.payment_failed', id);
    clock.advance({ days: 14 });
    await worker.run('billing.dunning');
    clock.advance({ days: 60, seconds: -1 });
    await worker.run('billing.dunning');
    expect(processor.books.get(id)?.subscription.status).to.equal('past_due');
    clock.advance({ seconds: 1 });

    await worker.run('billing.dunning');

    expect(processor.books.get(id)?.subscription.status).to.equal('cancelled');
    expect((await types(made)).at(-1)).to.equal('billing.cancelled');
  });

  it('a failed first payment changes nothing, and is given up after 23 hours', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, deliverEvent, worker } = made;
    const { id } = await chancery.billing.createCheckout(
      { planCode: 'team', interval: 'month' },
      owner.session,
    );
    const subscriptionId = await processor.complete(id, 'incomplete');
    await deliverEvent('customer.subscription.created', subscriptionId);
    expect(await chancery.billing.getCapabilities({}, owner.session)).to.include({
      planCode: 'free',
      status: 'incomplete',
    });

    let session = await later(made, owner, { hours: 23, seconds: -1 });
    await worker.run('billing.dunning');
    expect((await state(made, session))?.status).to.equal('incomplete');
    session = await later(made, owner, { seconds: 1 });
    await worker.run('billing.dunning');

    expect(await state(made, session)).to.equal(null);
    expect(await types(made)).to.deep.equal([]);
  });

  it('BIL-15: of two completed checkouts the second is ended and refunded, and the owner is notified', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, deliverEvent } = made;
    const { id } = await chancery.billing.createCheckout(
      { planCode: 'team', interval: 'month' },
      owner.session,
    );
    const [first, second] = [await processor.complete(id), await processor.complete(id)];

    await deliverEvent('customer.subscription.created', first);
    await deliverEvent('customer.subscription.created', second);
    await deliverEvent('customer.subscription.deleted', second);

    expect(processor.undone).to.deep.equal([second]);
    expect(await state(made)).to.include({ status: 'trialing', planCode: 'team' });
    expect(await types(made)).to.deep.equal(['billing.subscribed']);
    expect(mailsTo(made)).to.deep.equal(["A second subscription of Ada's workspace was refunded"]);
  });

  it('BIL-15: the daily comparison ends and refunds a second subscription that no event reported', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, deliverEvent, worker } = made;
    const { id } = await chancery.billing.createCheckout(
      { planCode: 'team', interval: 'month' },
      owner.session,
    );
    const [first, second] = [await processor.complete(id), await processor.complete(id)];
    await deliverEvent('customer.subscription.created', first);

    await worker.run('billing.reconcile');
    await worker.run('billing.reconcile');

    expect(processor.undone).to.deep.equal([second]);
    expect(await state(made)).to.include({ status: 'trialing', planCode: 'team' });
    expect(mailsTo(made)).to.deep.equal(["A second subscription of Ada's workspace was refunded"]);
  });

  it('BIL-12: an event that was given up is applied when its job is replayed', async () => {
    const made = await payingWorld();
    const { processor, deliverEvent, worker, sql } = made;
    const id = await made.subscribe();
    processor.move(id, { status: 'active', trialEndsAt: null });
    processor.away = true;
    await deliverEvent('customer.subscription.updated', id);
    const ofSubscription =
      "(select id from billing_events where subscription_id = $1 and status <> 'applied')";
    await sql(`update billing_events set status = 'dead' where id in ${ofSubscription}`, [id]);
    processor.away = false;

    await sql(
      `update jobs set status = 'pending', attempts = 0, available_at = created_at
       where (payload->>'eventId')::uuid in ${ofSubscription}`,
      [id],
    );
    await worker.drain();

    expect((await state(made))?.status).to.equal('active');
  });

  it('BIL-16: notifies owners three days before the one trial ends, once', async () => {
    const made = await payingWorld();
    const { worker, clock } = made;
    await made.subscribe();
    clock.advance({ days: 11, seconds: -1 });
    await worker.run('billing.dunning');
    expect(mailsTo(made)).to.deep.equal([]);
    clock.advance({ seconds: 1 });
    await worker.run('billing.dunning');
    await worker.run('billing.dunning');

    expect(mailsTo(made)).to.deep.equal(["The trial of Ada's workspace ends soon"]);
  });
});
