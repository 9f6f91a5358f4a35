import { faultsOf, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listWebhookEndpoints', () => {
  it('lists newest first, page by page, by context', async () => {
    const { chancery, owner, things, clock, webhook } = await webhookWorld();
    clock.advance({ seconds: 1 });
    const { webhook: second } = await things.register({ context: 'records' });
    clock.advance({ seconds: 1 });
    const { webhook: third } = await things.register();
    const list = (input: Parameters<typeof chancery.webhooks.listWebhookEndpoints>[0]) =>
      chancery.webhooks.listWebhookEndpoints(input, owner.session);

    const page = await list({ limit: 2 });
    const rest = await list({ limit: 2, cursor: page.nextCursor ?? '' });

    expect(page.webhookEndpoints).to.deep.equal([third, second]);
    expect(rest).to.deep.equal({ webhookEndpoints: [webhook], count: 1, nextCursor: null });
    expect((await list({ context: 'records' })).webhookEndpoints).to.deep.equal([second]);
    expect(await faultsOf(list({ cursor: 'x' }))).to.deep.equal(['/cursor cursor.invalid']);
  });

  it('WHK-7: neither the list nor one endpoint shows a secret', async () => {
    const { chancery, owner, endpointId, secret } = await webhookWorld();

    const shown = [
      await chancery.webhooks.listWebhookEndpoints({}, owner.session),
      await chancery.webhooks.getWebhookEndpoint({ endpointId }, owner.session),
    ];

    expect(JSON.stringify(shown)).to.include(endpointId).and.not.include(secret);
  });
});

describe('listWebhookDeliveries', () => {
  it('lists newest first, page by page and with filters, without payload and attempts', async () => {
    const { chancery, owner, things, clock, endpointId, worker, stranger } = await webhookWorld();
    for (let minute = 0; minute < 3; minute += 1) {
      await things.change();
      clock.advance({ minutes: 1 });
    }
    await worker.drain();
    await chancery.webhooks.testWebhookEndpoint({ endpointId }, owner.session);
    const list = async (input: Parameters<typeof chancery.webhooks.listWebhookDeliveries>[0] = {}) =>
      chancery.webhooks.listWebhookDeliveries(input, owner.session);

    const all = await list();
    const page = await list({ limit: 3 });
    const rest = await list({ limit: 3, cursor: page.nextCursor ?? '' });

    expect(all.deliveries.map(({ eventType }) => eventType)).to.deep.equal([
      'webhook.test',
      'thing.changed',
      'thing.changed',
      'thing.changed',
    ]);
    expect([...page.deliveries, ...rest.deliveries]).to.deep.equal(all.deliveries);
    expect(all.deliveries[0]).to.not.have.any.keys('payload', 'attempts', 'run');
    const count = async (input: Parameters<typeof chancery.webhooks.listWebhookDeliveries>[0]) =>
      (await list(input)).count;
    expect(await count({ eventType: 'thing.changed' })).to.equal(3);
    expect(await count({ status: 'failed' })).to.equal(0);
    expect(await count({ from: '2026-11-23T12:01:00Z', to: '2026-11-23T12:02:00Z' })).to.equal(1);
    expect(await count({ endpointId: '01900000-0000-7000-8000-000000000000' })).to.equal(0);
    const elsewhere = (await stranger()).session;
    expect((await chancery.webhooks.listWebhookDeliveries({ endpointId }, elsewhere)).count).to.equal(0);
  });
});
