import { anAnswer, failureOf, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('redeliverWebhook', () => {
  it('WHK-11: sends the recorded body under the same id with a new time and signature, once', async () => {
    let status = 410;
    const { chancery, owner, endpointId, things, worker, clock, sent, delivery, endpoint } =
      await webhookWorld(() => anAnswer(status));
    await things.change();
    await worker.drain();
    await chancery.webhooks.updateWebhookEndpoint({ endpointId, active: true }, owner.session);
    clock.advance({ hours: 1 });
    const { id: deliveryId } = await delivery();
    const again = () => chancery.webhooks.redeliverWebhook({ deliveryId }, owner.session);
    status = 500;

    expect((await again()).delivery).to.include({ id: deliveryId, status: 'pending' });
    await worker.drain();

    const [first, second] = sent();
    expect(second?.body).to.equal(first?.body);
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).to.equal(
      Number(first?.headers['webhook-timestamp']) + 3600,
    );
    expect(second?.headers['webhook-signature']).to.not.equal(first?.headers['webhook-signature']);
    const failed = await delivery();
    expect(failed.status).to.equal('failed');
    expect(failed.attempts.map(({ number, trigger }) => [number, trigger])).to.deep.equal([
      [1, 'scheduled'],
      [2, 'manual'],
    ]);
    // WHK-9: a manual attempt does not count.
    expect(await endpoint()).to.include({ status: 'active', failingSince: null, consecutiveFailures: 0 });
    clock.advance({ days: 2 });
    await worker.drain();
    expect(sent()).to.have.length(2);

    status = 200;
    await again();
    await worker.drain();
    expect(await delivery()).to.include({ status: 'succeeded', attemptCount: 3 });
    expect((await endpoint()).lastSuccessAt).to.equal(null);
    expect(await failureOf(again())).to.equal('webhook.delivery_invalid_state');
  });

  it('needs an endpoint that is switched on, and is throttled', async () => {
    const { chancery, owner, endpointId, things, worker, delivery, ports } = await webhookWorld(() =>
      anAnswer(410),
    );
    await things.change();
    await worker.drain();
    const { id: deliveryId } = await delivery();
    const again = () => failureOf(chancery.webhooks.redeliverWebhook({ deliveryId }, owner.session));

    expect(await again()).to.equal('webhook.not_active');
    await chancery.webhooks.deleteWebhookEndpoint({ endpointId }, owner.session);
    expect(await again()).to.equal('webhook.not_active');
    ports.throttle.closed.add('webhook_redeliver');
    expect(await again()).to.equal('rate_limited');
  });
});
