import { failureOf, faultsOf, webhookWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('updateWebhookEndpoint', () => {
  it('changes what was sent, raises the version, and records which fields changed', async () => {
    const { chancery, owner, endpointId, happened, webhook } = await webhookWorld();

    const { webhookEndpoint } = await chancery.webhooks.updateWebhookEndpoint(
      { endpointId, url: 'https://new.example.com/', eventTypes: ['thing.changed'], expectedVersion: 1 },
      owner.session,
    );

    expect(webhookEndpoint).to.deep.equal({
      ...webhook,
      url: 'https://new.example.com/',
      eventTypes: ['thing.changed'],
      version: 2,
    });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'webhook.updated',
      target: { kind: 'webhook', id: endpointId },
      facts: { changed: ['url', 'eventTypes'], from: 'active', to: 'active' },
    });
    const update = (expectedVersion: number) =>
      failureOf(
        chancery.webhooks.updateWebhookEndpoint(
          { endpointId, description: null, expectedVersion },
          owner.session,
        ),
      );
    expect([await update(1), await update(2)]).to.deep.equal(['version_conflict', 'none']);
  });

  it('WHK-5: a new URL is checked like the first one', async () => {
    const { chancery, owner, endpointId } = await webhookWorld();

    const faults = await faultsOf(
      chancery.webhooks.updateWebhookEndpoint({ endpointId, url: 'https://10.0.0.1/' }, owner.session),
    );

    expect(faults).to.deep.equal(['/url webhook.url_not_allowed']);
  });

  it('WHK-13: a type of another context is refused', async () => {
    const { chancery, owner, endpointId } = await webhookWorld();

    const faults = await faultsOf(
      chancery.webhooks.updateWebhookEndpoint({ endpointId, eventTypes: ['note.filed'] }, owner.session),
    );

    expect(faults).to.deep.equal(['/eventTypes/0 webhook.event_unknown']);
  });

  it('WHK-10: switching off cancels waiting deliveries and their jobs; switching on clears the run of failures', async () => {
    const { chancery, owner, endpointId, things, worker, deliveries, endpoint, sql, workspaceId } =
      await webhookWorld(() => ({ kind: 'timeout', milliseconds: 15_000 }));
    await things.change();
    await worker.drain();
    expect(await endpoint()).to.include({ failingSince: '2026-11-23T12:00:00.000Z', consecutiveFailures: 1 });
    const set = (active: boolean) =>
      chancery.webhooks.updateWebhookEndpoint({ endpointId, active }, owner.session);

    const { webhookEndpoint: off } = await set(false);

    expect(off).to.include({ status: 'disabled', consecutiveFailures: 1 });
    expect((await deliveries()).map(({ status, nextAttemptAt }) => [status, nextAttemptAt])).to.deep.equal([
      ['cancelled', null],
    ]);
    const jobs = await sql<{ status: string }>(
      "select status from jobs where workspace_id = $1 and topic = 'webhook.deliver'",
      [workspaceId],
    );
    expect(jobs).to.deep.equal([{ status: 'cancelled' }]);
    expect((await set(true)).webhookEndpoint).to.include({
      status: 'active',
      failingSince: null,
      consecutiveFailures: 0,
    });
  });

  it('WHK-9: an endpoint that the service switched off can be switched on again, or off for good', async () => {
    const { chancery, owner, endpointId, sql } = await webhookWorld();
    const set = async (active: boolean) => {
      await sql(
        "update webhook_endpoints set status = 'auto_disabled', disabled_reason = 'failing' where id = $1",
        [endpointId],
      );
      const input = { endpointId, active };
      return (await chancery.webhooks.updateWebhookEndpoint(input, owner.session)).webhookEndpoint.status;
    };

    expect([await set(false), await set(true)]).to.deep.equal(['disabled', 'active']);
  });

  it('WHK-12: enabling needs the feature, and a plan that allows that many endpoints', async () => {
    const { chancery, owner, endpointId, sql, workspaceId } = await webhookWorld();
    const set = (active: boolean) =>
      failureOf(chancery.webhooks.updateWebhookEndpoint({ endpointId, active }, owner.session));
    const plan = (code: string) =>
      sql('update workspaces set plan_code = $2 where id = $1', [workspaceId, code]);
    await plan('free');

    expect(await set(false)).to.equal('none');
    expect(await set(true)).to.equal('plan.feature_not_included');
    await plan('team');
    await sql("update usage_counters set used = 6 where workspace_id = $1 and code = 'webhook_endpoints'", [
      workspaceId,
    ]);
    expect(await set(true)).to.equal('plan.limit_reached');
    await sql("update usage_counters set used = 5 where workspace_id = $1 and code = 'webhook_endpoints'", [
      workspaceId,
    ]);
    expect(await set(true)).to.equal('none');
  });

  it('is for owners and admins of this workspace', async () => {
    const { chancery, endpointId, person, stranger } = await webhookWorld();
    const as = async (who: 'admin' | 'member' | 'guest') =>
      failureOf(
        chancery.webhooks.updateWebhookEndpoint(
          { endpointId, description: 'x' },
          (await person(who)).session,
        ),
      );

    expect([await as('admin'), await as('member'), await as('guest')]).to.deep.equal([
      'none',
      'permission.denied',
      'permission.denied',
    ]);
    const elsewhere = (await stranger()).session;
    expect(await failureOf(chancery.webhooks.getWebhookEndpoint({ endpointId }, elsewhere))).to.equal(
      'webhook.not_found',
    );
  });
});
