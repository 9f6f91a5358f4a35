import { anAnswer, failureOf, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('deleteWebhookEndpoint', () => {
  it('WHK-12: endpoint and secret are deleted; the deliveries stay for 30 days, and nothing more is sent', async () => {
    const here = await webhookWorld(() => anAnswer(500));
    const { chancery, owner, endpointId, things, worker, clock, sent, deliveries, sql, happened } = here;
    await things.change();
    await worker.drain();

    const answer = await chancery.webhooks.deleteWebhookEndpoint({ endpointId }, owner.session);

    expect(answer).to.deep.equal({ webhookId: endpointId, deletedAt: '2026-11-23T12:00:00.000Z' });
    expect(await sql('select from webhook_endpoints where id = $1', [endpointId])).to.deep.equal([]);
    expect(await failureOf(chancery.webhooks.getWebhookEndpoint({ endpointId }, owner.session))).to.equal(
      'webhook.not_found',
    );
    expect((await happened()).at(-1)).to.deep.include({ type: 'webhook.deleted' });
    await things.change();
    clock.advance({ days: 1 });
    await worker.drain();
    expect(sent()).to.have.length(1);
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(['cancelled']);
    const kept = () => sql('select from webhook_deliveries where endpoint_id = $1', [endpointId]);
    clock.advance({ days: 29, seconds: -1 });
    await worker.run('webhook.prune');
    expect(await kept()).to.have.length(1);
    clock.advance({ seconds: 2 });
    await worker.run('webhook.prune');
    expect(await kept()).to.deep.equal([]);
  });
});
