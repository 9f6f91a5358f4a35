import { anAnswer, failureOf, faultsOf, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('testWebhookEndpoint', () => {
  it('WHK-9: returns its one attempt, does not affect the endpoint and is never repeated', async () => {
    const { chancery, owner, endpointId, sent, worker, clock, endpoint, webhook, happened } =
      await webhookWorld(() => anAnswer(500, { body: 'no' }));

    const { delivery } = await chancery.webhooks.testWebhookEndpoint({ endpointId }, owner.session);

    expect(delivery).to.deep.include({
      endpointId,
      eventType: 'webhook.test',
      status: 'failed',
      isTest: true,
      attemptCount: 1,
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          trigger: 'test',
          startedAt: '2026-11-23T12:00:00.000Z',
          durationMs: 7,
          outcome: 'http_error',
          responseStatus: 500,
          responseExcerpt: 'no',
        },
      ],
    });
    expect(sent().map(({ body, headers }) => [body, headers['webhook-id']])).to.deep.equal([
      [JSON.stringify(delivery.payload), delivery.id],
    ]);
    clock.advance({ days: 2 });
    await worker.drain();
    expect(sent()).to.have.length(1);
    expect(await endpoint()).to.deep.equal(webhook);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'webhook.tested',
      target: { kind: 'webhook', id: endpointId },
      facts: { deliveryId: delivery.id, outcome: 'http_error' },
    });
  });

  it('WHK-9: a success does not end a run of failures, and an endpoint that is off can be tested', async () => {
    let status = 500;
    const { chancery, owner, endpointId, things, worker, endpoint } = await webhookWorld(() =>
      anAnswer(status),
    );
    await things.change();
    await worker.drain();
    status = 200;
    await chancery.webhooks.updateWebhookEndpoint({ endpointId, active: false }, owner.session);

    const { delivery } = await chancery.webhooks.testWebhookEndpoint(
      { endpointId, eventType: 'thing.changed' },
      owner.session,
    );

    expect(delivery).to.include({ status: 'succeeded', eventType: 'thing.changed' });
    expect(await endpoint()).to.include({ consecutiveFailures: 1, lastSuccessAt: null, status: 'disabled' });
  });

  it('WHK-13: a type of another context is refused', async () => {
    const { chancery, owner, endpointId, sent } = await webhookWorld();
    const test = (eventType: string) =>
      faultsOf(chancery.webhooks.testWebhookEndpoint({ endpointId, eventType }, owner.session));

    expect(await test('note.filed')).to.deep.equal(['/eventType webhook.event_unknown']);
    expect(await test('*')).to.deep.equal(['/eventType webhook.event_unknown']);
    expect(sent()).to.deep.equal([]);
  });

  it('is throttled, and answers 404 for an unknown endpoint', async () => {
    const { chancery, owner, endpointId, ports } = await webhookWorld();
    expect(
      await failureOf(
        chancery.webhooks.testWebhookEndpoint({ endpointId: ports.ids.uuid7() }, owner.session),
      ),
    ).to.equal('webhook.not_found');
    ports.throttle.closed.add('webhook_test');

    expect(await failureOf(chancery.webhooks.testWebhookEndpoint({ endpointId }, owner.session))).to.equal(
      'rate_limited',
    );
  });
});
