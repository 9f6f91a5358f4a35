import { failureOf, faultsOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { webhookTypes } from '../../kernel/webhook-events.ts';
import { maskOf } from '../../records/index.ts';

const url = 'https://hooks.example.com/records';

async function hooking() {
  const here = await recordOffice();
  const { governance, webhooks, lifecycle } = here.chancery;
  const create = (input: object = {}, as = here.owner) =>
    governance.createRecordWebhook({ url, eventTypes: ['*'], ...input }, as.session);
  const consent = async (subjectId: string, purposeOfUse?: 'treatment') =>
    (
      await governance.createRecordConsent(
        {
          subjectId,
          category: 'research',
          method: 'written',
          grantedBy: { kind: 'subject', name: 'Ann Smith' },
          statementText: 'I agree.',
          ...(purposeOfUse === undefined ? {} : { purposeOfUse }),
        },
        here.bo.session,
      )
    ).consent;
  const deliveries = async () => {
    const listed = await webhooks.listWebhookDeliveries({}, here.owner.session);
    return Promise.all(
      listed.deliveries.map(
        async ({ id: deliveryId }) =>
          (await webhooks.getWebhookDelivery({ deliveryId }, here.owner.session)).delivery.payload,
      ),
    );
  };
  return { ...here, governance, webhooks, lifecycle, create, consent, deliveries };
}

/** What 4.12 of the contract names. */
const recordEvents = [
  ...[
    'subject.merged',
    'subject.merge_reversed',
    'case.created',
    'case.status_changed',
    'case.transfer_decided',
  ],
  ...['encounter.status_changed', 'entry.finalized', 'entry.amended', 'entry.addendum_added'],
  ...['entry.entered_in_error', 'entry.co_signed', 'amendment.requested', 'amendment.decided'],
  ...['follow_up.created', 'follow_up.completed', 'consent.granted', 'consent.revoked'],
  ...['disclosure.package_released', 'disclosure.package_revoked', 'portal.consented', 'portal.exported'],
  ...['break_glass.started', 'break_glass.reviewed', 'legal_hold.placed', 'legal_hold.released'],
  ...['disposition.executed', 'audit.integrity_failed', 'webhook.test'],
];

describe('webhooks about records', () => {
  it('GOV-35: take the types of records, and no others', async () => {
    const { create, governance, owner } = await hooking();

    expect(await faultsOf(create({ eventTypes: ['meeting.created'] }))).to.deep.equal([
      '/eventTypes/0 webhook.event_unknown',
    ]);
    expect(await faultsOf(create({ eventTypes: ['lifecycle.expired'] }))).to.deep.equal([
      '/eventTypes/0 webhook.event_unknown',
    ]);
    await create({ eventTypes: ['consent.granted', 'consent.revoked'] });
    const { eventTypes } = await governance.listRecordWebhooks({}, owner.session);
    expect(eventTypes).to.deep.equal(webhookTypes('records'));
    expect(eventTypes).to.include.members(recordEvents);
  });

  it('GOV-34, GOV-35: send ids and the line of the ledger, and nothing of a label that is not allowed', async () => {
    const { create, consent, deliveries, label, clear, owner, chancery, bo } = await hooking();
    const subject = async () =>
      (await chancery.records.createSubject({ displayName: 'Ann' }, bo.session)).subject;
    await create();
    const [open, hidden] = [await subject(), await subject()];
    await label(hidden.id, maskOf(['restricted']));

    const said = await consent(open.id);
    await consent(hidden.id, 'treatment');

    const sent = await deliveries();
    expect(sent.map(({ type }) => type)).to.deep.equal(['consent.granted']);
    const { eventId, seq, ...data } = sent[0]?.data ?? {};
    expect(data).to.deep.equal({
      target: { kind: 'consent', id: said.id, version: 1 },
      caseId: null,
      subjectId: open.id,
      labels: [],
    });
    expect([typeof eventId, typeof seq]).to.deep.equal(['string', 'number']);
    expect(await failureOf(create({ allowedLabels: ['restricted'] }))).to.equal('records.label_not_cleared');
    await clear(owner, maskOf(['restricted']), ['privacy_officer']);
    await create({ allowedLabels: ['restricted'] });
    await consent(hidden.id, 'treatment');
    expect(await deliveries()).to.have.length(2);
  });

  it('GOV-36: show the secret once and in the repetition of that call, and in no later read', async () => {
    const { create, governance, owner } = await hooking();
    const once = { ...owner, session: { ...owner.session, idempotencyKey: 'webhook-1' } };

    const first = await create({}, once);
    expect(await create({}, once)).to.deep.equal(first);
    const { secret, webhook } = first;

    expect(secret).to.match(/^whsec_/);
    const listed = await governance.listRecordWebhooks({}, owner.session);
    expect(listed.webhooks.map(({ id }) => id)).to.deep.equal([webhook.id]);
    expect(JSON.stringify(listed)).to.not.include(secret);
  });

  it('GOV-43: are those of records alone; an endpoint of another context is not there', async () => {
    const { create, governance, lifecycle, webhooks, owner } = await hooking();
    const { webhook } = await create();
    const other = await lifecycle.createLifecycleWebhook({ url, eventTypes: ['*'] }, owner.session);
    const onOther = { webhookId: other.webhook.id };

    const listed = await governance.listRecordWebhooks({}, owner.session);
    expect(listed.webhooks.map(({ id }) => id)).to.deep.equal([webhook.id]);
    for (const refused of [
      governance.setRecordWebhookActive({ ...onOther, active: false }, owner.session),
      governance.deleteRecordWebhook(onOther, owner.session),
      governance.testRecordWebhook(onOther, owner.session),
    ])
      expect(await failureOf(refused)).to.equal('webhook.not_found');

    const off = await governance.setRecordWebhookActive(
      { webhookId: webhook.id, active: false },
      owner.session,
    );
    expect(off.webhook.status).to.equal('disabled');
    const inWorkspace = await webhooks.getWebhookEndpoint({ endpointId: webhook.id }, owner.session);
    expect(inWorkspace.webhookEndpoint).to.deep.equal(off.webhook);
    const { delivery } = await governance.testRecordWebhook({ webhookId: webhook.id }, owner.session);
    expect(delivery).to.deep.include({ eventType: 'webhook.test', isTest: true, attemptCount: 1 });
    expect(
      (await governance.deleteRecordWebhook({ webhookId: webhook.id }, owner.session)).webhookId,
    ).to.equal(webhook.id);
    expect((await governance.listRecordWebhooks({}, owner.session)).count).to.equal(0);
  });

  it('are listed by owners, admins and auditors, and changed by owners and admins', async () => {
    const { create, governance, clear, bo } = await hooking();

    expect(await failureOf(governance.listRecordWebhooks({}, bo.session))).to.equal('permission.denied');
    await clear(bo, 0, ['auditor']);
    expect((await governance.listRecordWebhooks({}, bo.session)).count).to.equal(0);
    expect(await failureOf(create({}, bo))).to.equal('permission.denied');
  });
});
