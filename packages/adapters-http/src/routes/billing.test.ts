import { FixedClock, noon, world } from '@chancery/adapters-persistence/testing';
import { billing, builtInPlans, systemIds } from '@chancery/core';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('billing over HTTP', () => {
  let here: Served;
  before(async () => {
    here = await served();
  });
  after(() => here.close());
  const token = () => here.owner.session.credential;

  it('lists the public plans to everybody, and lets caches keep them for five minutes', async () => {
    const { status, headers, body } = await here.call('GET /api/v1/plans');

    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'max-age=300']);
    expect(body.data).to.deep.include({ count: 4, nextCursor: null, processor: 'embedded', currency: 'USD' });
    expect(body.data.plans.map(({ code }: { code: string }) => code)).to.deep.equal([
      'free',
      'team',
      'business',
      'enterprise',
    ]);
    expect(body.data.plans[1]).to.deep.include({
      trialDays: 14,
      prices: [
        { interval: 'month', currency: 'USD', unitAmount: 1200, perSeat: true },
        { interval: 'year', currency: 'USD', unitAmount: 12_000, perSeat: true },
      ],
    });
  });

  it('lets no cache keep the answers of the other endpoints, and sends the version as their ETag', async () => {
    const order = { planCode: 'team', interval: 'month' };
    const checkout = await here.call('POST /api/v1/billing/checkout', { token: token(), body: order });
    const cancel = await here.call('POST /api/v1/billing/cancel', { token: token(), body: {} });
    const resume = await here.call('POST /api/v1/billing/resume', { token: token(), body: {} });
    const preview = { planCode: 'business', preview: true };
    const change = await here.call('POST /api/v1/billing/change-plan', { token: token(), body: preview });
    const portal = await here.call('POST /api/v1/billing/portal', { token: token(), body: {} });
    const me = await here.call('GET /api/v1/billing/me', { token: token() });
    const capabilities = await here.call('GET /api/v1/billing/capabilities', { token: token() });

    for (const answer of [checkout, cancel, resume, change, portal, me, capabilities]) {
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
    }
    expect(cancel.headers.get('etag')).to.equal('"2"');
    expect(me.body.data.subscription).to.include({ planCode: 'team', version: 3 });
  });

  it('BIL-14: a full address for the way back is 400 at its field', async () => {
    const { status, body } = await here.call('POST /api/v1/billing/portal', {
      token: token(),
      body: { returnPath: 'https://evil.example/' },
    });

    expect([status, body.error.code]).to.deep.equal([400, 'request.invalid']);
    expect(body.error.details[0]).to.include({ path: '/body/returnPath', code: 'path.invalid' });
  });

  it('there is no webhook of Stripe unless Stripe collects', async () => {
    const { status } = await here.call('POST /api/v1/billing/webhooks/stripe', {
      raw: '{}',
      headers: { 'Stripe-Signature': 't=1,v1=00' },
    });

    expect(status).to.equal(404);
  });

  it('BIL-10: hands the signature and the body exactly as sent to whoever checks them, and answers after storing', async () => {
    const seen: [string, string][] = [];
    const payments = Object.assign(
      Object.create(
        new billing.EmbeddedBillingProcessor({
          clock: new FixedClock(noon),
          ids: systemIds,
          plans: builtInPlans,
          collection: 'none',
        }),
      ),
      {
        verifyEvent(raw: Uint8Array, signature: string) {
          seen.push([Buffer.from(raw).toString('utf8'), signature]);
          if (signature !== 't=1,v1=good') return 'invalid';
          const nothing = { customerId: null, subscriptionId: null, checkoutId: null };
          return { id: `evt_${systemIds.uuid7()}`, type: 'invoice.paid', objectId: 'in_1', ...nothing };
        },
      },
    );
    const other = await served({ world: await world({ ports: { payments } }) });
    const raw = '{ "id":"evt_1",  "é": [1,\n2] }';
    const send = (signature: string) =>
      other.call('POST /api/v1/billing/webhooks/stripe', { raw, headers: { 'Stripe-Signature': signature } });

    const [good, bad] = [await send('t=1,v1=good'), await send('t=1,v1=bad')];
    await other.close();

    expect([good.status, good.body.data]).to.deep.equal([200, { received: true }]);
    expect([bad.status, bad.body.error.code]).to.deep.equal([400, 'billing.signature_invalid']);
    expect(seen).to.deep.equal([
      [raw, 't=1,v1=good'],
      [raw, 't=1,v1=bad'],
    ]);
    expect(other.logLines.join('')).to.not.include('evt_1').and.not.include('v1=good');
  });
});
