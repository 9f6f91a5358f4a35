import { failureOf, faultsOf, webhookTestContext, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function opened() {
  const here = await world();
  return { ...here, things: webhookTestContext(here) };
}

describe('webhookRegistration', () => {
  it('WHK-7: shows the secret once, keeps it sealed, and records who registered what', async () => {
    const { things, owner, happened, sql, ports, workspaceId } = await opened();

    const { webhook, secret } = await things.register({ description: ' Ours ' });

    expect(webhook).to.deep.include({
      context: 'lifecycle',
      url: 'https://receiver.example.com/hook',
      description: 'Ours',
      eventTypes: ['*'],
      allowedLabels: [],
      status: 'active',
      previousSecretExpiresAt: null,
      failingSince: null,
      consecutiveFailures: 0,
      lastSuccessAt: null,
      disabledReason: null,
      createdByUserId: owner.id,
      version: 1,
    });
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook.secretPrefix).to.equal(secret.slice(0, 10));
    const [row] = await sql<{ sealed: Uint8Array; rows: string }>(
      "select secret_sealed sealed, (select json_agg(e)::text from webhook_endpoints e where workspace_id = $1) || (select coalesce(json_agg(j)::text, '') from jobs j) || (select string_agg(convert_from(payload, 'UTF8'), '') from audit_event) \"rows\" from webhook_endpoints where workspace_id = $1",
      [workspaceId],
    );
    expect(row?.rows).to.include(webhook.id).and.not.include(secret);
    const plain = ports.keyRing.open(row?.sealed ?? new Uint8Array(), `webhook:${webhook.id}`);
    expect(Buffer.from(plain).toString()).to.equal(secret);
    expect(await happened()).to.deep.equal([
      {
        type: 'webhook.created',
        target: { kind: 'webhook', id: webhook.id },
        facts: { context: 'lifecycle', eventTypes: ['*'], allowedLabels: [] },
      },
    ]);
  });

  for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://user@example.com/', 'nonsense']) {
    it(`WHK-5: refuses ${url} and names the field, and nothing is registered`, async () => {
      const { things, happened } = await opened();

      expect(await faultsOf(things.register({ url }))).to.deep.equal(['/url webhook.url_not_allowed']);
      expect(await happened()).to.deep.equal([]);
    });
  }

  it('WHK-13: refuses a type of another context and names its position; the test type belongs to both', async () => {
    const { things } = await opened();

    expect(await faultsOf(things.register({ eventTypes: ['thing.changed', 'note.filed'] }))).to.deep.equal([
      '/eventTypes/1 webhook.event_unknown',
    ]);
    expect(await faultsOf(things.register({ eventTypes: ['no.such'] }))).to.deep.equal([
      '/eventTypes/0 webhook.event_unknown',
    ]);
    for (const [context, type] of [
      ['lifecycle', 'thing.changed'],
      ['records', 'note.filed'],
    ] as const)
      expect(
        await faultsOf(things.register({ context, eventTypes: [type, 'webhook.test'] })),
        context,
      ).to.deep.equal([]);
  });

  it('WHK-13: only webhooks of records have labels', async () => {
    const { things } = await opened();

    expect(await faultsOf(things.register({ allowedLabels: ['restricted'] }))).to.deep.equal([
      '/allowedLabels webhook.labels_not_applicable',
    ]);
    const { webhook } = await things.register({ context: 'records', allowedLabels: ['restricted'] });
    expect(webhook.allowedLabels).to.deep.equal(['restricted']);
  });

  it('WHK-12: counts toward the limit of the plan until the endpoint is deleted', async () => {
    const { things, chancery, owner, sql, workspaceId } = await opened();
    await sql("update workspaces set plan_code = 'team' where id = $1", [workspaceId]);
    const { webhook } = await things.register();
    await sql("update usage_counters set used = 5 where workspace_id = $1 and code = 'webhook_endpoints'", [
      workspaceId,
    ]);
    expect(await failureOf(things.register())).to.equal('plan.limit_reached');

    await chancery.webhooks.deleteWebhookEndpoint({ endpointId: webhook.id }, owner.session);

    expect(await failureOf(things.register())).to.equal('none');
    expect(await failureOf(things.register())).to.equal('plan.limit_reached');
  });

  it('WHK-12: needs the feature of the plan', async () => {
    const { things, sql, workspaceId } = await opened();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);

    expect(await failureOf(things.register())).to.equal('plan.feature_not_included');
  });
});
