import { failureOf, faultsOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';

import { expect } from 'chai';
import { webhookTypes } from '../../kernel/webhook-events.ts';

const url = 'https://hooks.example.com/chancery';

describe('webhooks about documents', () => {
  it('OPS-9: take the events of documents, and no others', async () => {
    const { lifecycle, owner } = await lifecycleOffice();
    const create = (...eventTypes: string[]) =>
      lifecycle.createLifecycleWebhook({ url, eventTypes }, owner.session);

    const { webhook, secret } = await create('lifecycle.expired', 'document.sealed');
    expect(webhook).to.deep.include({
      context: 'lifecycle',
      url,
      eventTypes: ['lifecycle.expired', 'document.sealed'],
      status: 'active',
    });
    expect(secret).to.match(/^whsec_/);
    expect(await faultsOf(create('meeting.created'))).to.deep.equal(['/eventTypes/0 webhook.event_unknown']);
    expect(await faultsOf(create('no.such'))).to.deep.equal(['/eventTypes/0 webhook.event_unknown']);
    expect(await failureOf(create('*'))).to.equal('none');
  });

  it('OPS-9: are told of every event of the lifecycle that has a webhook type', () => {
    const types = webhookTypes('lifecycle');

    expect(types).to.include.members([
      'lifecycle.configured',
      'lifecycle.confirmed',
      'lifecycle.expiring',
      'lifecycle.grace_started',
      'lifecycle.expired',
      'expiration_policy.assigned',
      'expiration_policy.unassigned',
      'renewal.opened',
      'document.superseded',
      'document_hold.review_due',
      'retention.retained',
      'extraction.completed',
      'identity.document_verified',
    ]);
  });

  it('OPS-9: receive ids, status, date and version, and nothing of a restricted document', async () => {
    const { lifecycle, chancery, owner, upload, put, worker, clock } = await lifecycleOffice();
    await lifecycle.createLifecycleWebhook({ url, eventTypes: ['lifecycle.expired'] }, owner.session);
    const [open, hidden] = [await upload(), await upload({ visibility: 'restricted' })];
    await put(hidden.id, { statedExpiresOn: '2026-11-30' });
    const said = await put(open.id, { statedExpiresOn: '2026-11-30' });
    clock.advance({ days: 10 });
    await worker.run('lifecycle.plan');
    await worker.run('lifecycle.start_actions');

    const { deliveries } = await chancery.webhooks.listWebhookDeliveries({}, owner.session);
    const payloads = await Promise.all(
      deliveries.map(async ({ id: deliveryId }) => {
        const { delivery } = await chancery.webhooks.getWebhookDelivery({ deliveryId }, owner.session);
        return delivery.payload;
      }),
    );
    expect(payloads.map(({ type, data }) => ({ type, data }))).to.deep.equal([
      {
        type: 'lifecycle.expired',
        data: { documentId: open.id, status: 'expired', expiresOn: '2026-11-30', version: said.version },
      },
    ]);
  });

  it('OPS-9: are told which policy a document gets and loses, unless the document is restricted', async () => {
    const { lifecycle, chancery, owner, upload, policy } = await lifecycleOffice();
    const eventTypes = ['expiration_policy.assigned', 'expiration_policy.unassigned'];
    await lifecycle.createLifecycleWebhook({ url, eventTypes }, owner.session);
    const [open, hidden] = [await upload(), await upload({ visibility: 'restricted' })];
    const { id: policyId } = await policy();
    for (const { id: targetId } of [hidden, open]) {
      const { assignment } = await lifecycle.assignExpirationPolicy(
        { policyId, scope: 'document', targetId },
        owner.session,
      );
      await lifecycle.unassignExpirationPolicy({ policyId, assignmentId: assignment.id }, owner.session);
    }

    const { deliveries } = await chancery.webhooks.listWebhookDeliveries({}, owner.session);
    const payloads = await Promise.all(
      deliveries.map(async ({ id: deliveryId }) => {
        const { delivery } = await chancery.webhooks.getWebhookDelivery({ deliveryId }, owner.session);
        return delivery.payload as { type: string; data: Record<string, unknown> };
      }),
    );
    expect(payloads.map(({ type, data }) => [type, data.targetId]).toSorted()).to.deep.equal(
      eventTypes.map((type) => [type, open.id]),
    );
    expect(payloads.map(({ data }) => Object.keys(data).toSorted())[0]).to.deep.equal([
      'assignmentId',
      'policyId',
      'scope',
      'targetId',
    ]);
  });

  it('are listed page by page, and are those of the workspace of this context', async () => {
    const { lifecycle, chancery, owner, bo } = await lifecycleOffice();
    const made: string[] = [];
    for (const description of ['One', 'Two']) {
      const { webhook } = await lifecycle.createLifecycleWebhook(
        { url, eventTypes: ['*'], description },
        owner.session,
      );
      made.push(webhook.id);
    }
    await chancery.webhooks.createWebhookEndpoint({ url: null }, owner.session);

    const first = await lifecycle.listLifecycleWebhooks({ limit: 1 }, owner.session);
    const second = await lifecycle.listLifecycleWebhooks(
      { limit: 1, cursor: first.nextCursor ?? '' },
      owner.session,
    );
    expect([...first.webhooks, ...second.webhooks].map(({ id }) => id).toSorted()).to.deep.equal(
      made.toSorted(),
    );
    expect(second.nextCursor).to.equal(null);
    expect(first.webhooks[0]).to.not.have.property('secret');
    expect(await failureOf(lifecycle.listLifecycleWebhooks({}, bo.session))).to.equal('permission.denied');
  });
});
