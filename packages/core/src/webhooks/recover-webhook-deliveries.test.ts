import { anAnswer, failureOf, faultsOf, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('recoverWebhookDeliveries', () => {
  it('WHK-10: sends every missed event of the window once, with its original id, oldest first', async () => {
    let status = 410;
    const { chancery, owner, endpointId, things, worker, clock, sent, deliveries, happened, sql } =
      await webhookWorld(() => anAnswer(status));
    /** The deliveries whose jobs wait, in the order in which the jobs were queued. */
    const queued = async () =>
      (
        await sql<{ deliveryId: string }>(
          `select payload ->> 'deliveryId' "deliveryId" from jobs where aggregate_id = $1 and status = 'pending' order by available_at, id`,
          [endpointId],
        )
      ).map(({ deliveryId }) => deliveryId);
    await things.change();
    await worker.drain();
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance({ minutes: 1 });
      await things.change();
    }
    const missed = (await deliveries()).map(({ id }) => id).reverse();
    expect(missed).to.have.length(6);
    const recover = (since: string, until?: string) =>
      chancery.webhooks.recoverWebhookDeliveries(
        { endpointId, since, ...(until === undefined ? {} : { until }) },
        owner.session,
      );
    expect(await failureOf(recover('2026-11-23T12:00:00Z'))).to.equal('webhook.not_active');
    status = 200;
    await chancery.webhooks.updateWebhookEndpoint({ endpointId, active: true }, owner.session);
    clock.advance({ minutes: 1 });
    const before = sent().length;

    expect(await recover('2026-11-23T12:01:00Z', '2026-11-23T12:03:00Z')).to.deep.equal({ queued: 2 });
    await worker.drain();
    expect(
      sent()
        .slice(before)
        .map(({ headers }) => headers['webhook-id']),
    ).to.have.members(missed.slice(1, 3));
    expect(await recover('2026-11-23T12:00:00Z')).to.deep.equal({ queued: 4 });
    expect(await queued()).to.deep.equal([0, 3, 4, 5].map((number) => missed[number]));
    await worker.drain();
    expect(await recover('2026-11-23T12:00:00Z')).to.deep.equal({ queued: 0 });

    const arrived = sent()
      .slice(before)
      .map(({ headers }) => headers['webhook-id']);
    expect([...arrived].sort()).to.deep.equal(missed);
    expect((await deliveries()).map((delivery) => delivery.status)).to.deep.equal(Array(6).fill('succeeded'));
    expect((await happened()).filter(({ type }) => type === 'webhook.recovered')[0]?.facts).to.deep.equal({
      since: '2026-11-23T12:01:00.000Z',
      until: '2026-11-23T12:03:00.000Z',
      queued: 2,
    });
  });

  it('WHK-10: a delivery that waits for its next attempt is sent at once, and not a second time by its old job', async () => {
    let status = 500;
    const { chancery, owner, endpointId, things, worker, clock, sent, deliveries } = await webhookWorld(() =>
      anAnswer(status),
    );
    await things.change();
    await worker.drain();
    clock.advance({ seconds: 1 });
    status = 200;

    const { queued } = await chancery.webhooks.recoverWebhookDeliveries(
      { endpointId, since: '2026-11-23T00:00:00Z' },
      owner.session,
    );
    await worker.drain();
    clock.advance({ days: 1 });
    await worker.drain();

    expect(queued).to.equal(1);
    expect(sent()).to.have.length(2);
    expect((await deliveries()).map((delivery) => [delivery.status, delivery.attemptCount])).to.deep.equal([
      ['succeeded', 2],
    ]);
  });

  for (const how of ['recovered', 'redelivered'] as const)
    it(`the job of an earlier run sends nothing of a delivery that was ${how}, as when its worker was lost`, async () => {
      const { chancery, owner, endpointId, things, worker, clock, sent, delivery, sql, workspaceId } =
        await webhookWorld(() => anAnswer(410));
      await things.change();
      await worker.drain();
      await chancery.webhooks.updateWebhookEndpoint({ endpointId, active: true }, owner.session);
      const { id: deliveryId } = await delivery();
      clock.advance({ seconds: 1 });
      if (how === 'redelivered') await chancery.webhooks.redeliverWebhook({ deliveryId }, owner.session);
      else
        await chancery.webhooks.recoverWebhookDeliveries(
          { endpointId, since: '2026-11-23T00:00:00Z' },
          owner.session,
        );

      // Only the job of the first run is due.
      await sql(
        `update jobs set status = case when (payload ->> 'run')::integer = 1 then 'pending' else 'cancelled' end, available_at = $2, finished_at = null
         where workspace_id = $1 and topic = 'webhook.deliver'`,
        [workspaceId, clock.now()],
      );
      await worker.drain();

      expect(sent()).to.have.length(1);
      expect(await delivery()).to.include({ status: 'pending', attemptCount: 1 });
    });

  it('WHK-3: a recovered delivery has the whole schedule again', async () => {
    const { chancery, owner, endpointId, things, worker, clock, deliveries, delivery } = await webhookWorld(
      () => anAnswer(500),
    );
    await things.change();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await worker.drain();
      clock.advance({ hours: 27 });
    }
    expect((await deliveries())[0]).to.include({ status: 'failed', attemptCount: 10 });

    await chancery.webhooks.recoverWebhookDeliveries(
      { endpointId, since: '2026-11-23T00:00:00Z' },
      owner.session,
    );
    await worker.drain();

    const { status, attemptCount, attempts } = await delivery();
    expect({ status, attemptCount }).to.deep.equal({ status: 'retrying', attemptCount: 11 });
    expect(attempts.at(-1)).to.include({ number: 11, trigger: 'recover' });
  });

  it('WHK-10: a window begins at most 30 days ago', async () => {
    const { chancery, owner, endpointId } = await webhookWorld();
    const recover = (since: string) =>
      faultsOf(chancery.webhooks.recoverWebhookDeliveries({ endpointId, since }, owner.session));

    expect(await recover('2026-10-24T12:00:00Z')).to.deep.equal([]);
    expect(await recover('2026-10-24T11:59:59Z')).to.deep.equal(['/since field.out_of_range']);
  });
});
