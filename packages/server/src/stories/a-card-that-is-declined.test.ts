import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StripeDouble } from '@chancery/adapters-services/testing/stripe';
import { builtInPlans } from '@chancery/core';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import {
  codeOf,
  type Installation,
  openInstallation,
  refusalOf,
  storyPassword,
} from './testing/installation.ts';

const aDay = 86_400;

describe('story: a card that is declined (platform 10, walk-through 9)', () => {
  let stripe: StripeDouble;
  let installation: Installation;
  let ahead = 0;
  let folder: string;
  before(async () => {
    stripe = await new StripeDouble(() => new Date(Date.now() + ahead * 1000).toISOString()).open();
    folder = await mkdtemp(join(tmpdir(), 'chancery-plans-'));
    await writeFile(join(folder, 'plans.json'), JSON.stringify(plansWithASmallOne()));
    installation = await openInstallation({
      CHANCERY_PLANS_FILE: join(folder, 'plans.json'),
      CHANCERY_STRIPE_SECRET_KEY: stripe.secretKey,
      CHANCERY_STRIPE_WEBHOOK_SECRETS: `whsec_older,${stripe.webhookSecret}`,
      CHANCERY_STRIPE_URL: stripe.baseUrl,
    });
  });
  after(async () => {
    await installation?.close();
    await stripe?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const advance = (seconds: number) => {
    ahead += seconds;
    installation.advance(seconds);
  };
  /** Sends a message as Stripe does, runs the jobs that follow, and returns the status. */
  async function deliver({ body, signature }: { body: string; signature: string }): Promise<number> {
    const { status } = await fetch(`${installation.baseUrl}/api/v1/billing/webhooks/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body,
    });
    await installation.mails();
    return status;
  }
  const tell = (type: string, id: string) => deliver(stripe.message(type, id));
  const create = (owner: Chancery, name: string) => codeOf(owner.workspace.createProject({ name }));
  const statusOf = async (owner: Chancery) =>
    (await owner.billing.getBilling()).subscription?.status ?? 'none';

  it('keeps everything on for two weeks, limits what is new after them, and lifts that with the payment', async () => {
    const owner = await installation.register('ada@example.com', 'Ada Lovelace');
    expect((await owner.billing.getCapabilities()).planCode).to.equal('free');

    // Two clicks on the button make one checkout.
    const order = { planCode: 'team', interval: 'month' } as const;
    const [checkout, again] = await Promise.all([
      owner.billing.createCheckout(order),
      owner.billing.createCheckout(order),
    ]);
    expect(again).to.deep.equal(checkout);
    const sessionId = checkout.url.split('/').at(-1) ?? '';
    const id = stripe.complete(sessionId);
    expect(await tell('checkout.session.completed', sessionId)).to.equal(200);
    expect(await statusOf(owner)).to.equal('trialing');
    for (const name of ['One', 'Two', 'Three', 'Four']) expect(await create(owner, name)).to.equal('none');

    advance(14 * aDay + 60);
    stripe.renew(id);
    await tell('customer.subscription.updated', id);
    expect(await statusOf(owner)).to.equal('active');
    const { paymentMethod, invoices } = await owner.billing.getBilling();
    expect(paymentMethod).to.deep.equal({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 });
    expect(invoices.map(({ status, total }) => [status, total])).to.deep.equal([['paid', 1200]]);

    await owner.identity.reauthenticate({ password: storyPassword });
    const key = await owner.integrations.createApiKey({ name: 'Reports', scopes: ['workspace.read'] });
    const { features } = await owner.billing.getCapabilities();

    // The card is declined; Stripe reports it twice and out of order.
    const invoiceId = stripe.fail(id);
    const [failed, updated] = [
      stripe.message('invoice.payment_failed', invoiceId),
      stripe.message('customer.subscription.updated', id),
    ];
    for (const message of [updated, failed, failed]) expect(await deliver(message)).to.equal(200);
    expect(await statusOf(owner)).to.equal('past_due');
    expect(await create(owner, 'Five')).to.equal('none');
    expect((await owner.billing.getCapabilities()).features).to.deep.equal(features);
    const subjects = (await installation.mails()).map(({ subject }) => subject ?? '');
    expect(subjects.filter((subject) => subject.startsWith('A payment for'))).to.have.length(1);

    advance(14 * aDay);
    await installation.run('billing.dunning');
    expect(await statusOf(owner)).to.equal('unpaid');
    expect(await refusalOf(owner.workspace.createProject({ name: 'Six' }))).to.deep.equal([
      403,
      'plan.limit_reached',
    ]);
    const { projects } = await owner.workspace.listProjects();
    expect(projects).to.have.length(5);
    const project = projects[0]?.id ?? '';
    expect(await codeOf(owner.workspace.archiveProject({ projectId: project }))).to.equal('none');

    const apiKeyId = key.apiKey.id;
    expect((await owner.integrations.getApiKey({ apiKeyId })).apiKey.status).to.equal('active');
    expect((await owner.integrations.revokeApiKey({ apiKeyId })).apiKey.status).to.equal('revoked');

    stripe.pay(id);
    await tell('invoice.paid', invoiceId);
    expect(await statusOf(owner)).to.equal('active');
    expect(await create(owner, 'Six')).to.equal('none');
  });

  it('charges what it showed for a more expensive plan, and lets a plan below the present use begin if that is accepted', async () => {
    const owner = await installation.register('grace@example.com', 'Grace Hopper');
    const checkout = await owner.billing.createCheckout({ planCode: 'team', interval: 'month' });
    const sessionId = checkout.url.split('/').at(-1) ?? '';
    const id = stripe.complete(sessionId);
    await tell('customer.subscription.created', id);
    advance(14 * aDay + 60);
    stripe.renew(id);
    await tell('invoice.paid', stripe.invoicesOf(id).at(-1)?.id);
    advance(10 * aDay);

    const dearer = { planCode: 'business', interval: 'month' } as const;
    const { preview } = await owner.billing.changePlan({ ...dearer, preview: true });
    advance(55);
    await owner.billing.changePlan(dearer);
    expect(preview?.amountDueNow).to.be.greaterThan(0);
    expect(stripe.invoicesOf(id).at(-1)?.total).to.equal(preview?.amountDueNow);

    // A declined card changes nothing.
    stripe.declines = true;
    expect(
      await codeOf(owner.billing.changePlan({ ...dearer, interval: 'year', effective: 'immediately' })),
    ).to.equal('billing.payment_failed');
    stripe.declines = false;
    expect((await owner.billing.getBilling()).subscription?.interval).to.equal('month');

    await owner.billing.changePlan({ planCode: 'team' });
    const waiting = (await owner.billing.getBilling()).subscription;
    expect([waiting?.planCode, waiting?.pendingChange?.planCode]).to.deep.equal(['business', 'team']);
    await owner.billing.cancelSubscription();
    expect((await owner.billing.resumeSubscription()).subscription.cancelAtPeriodEnd).to.equal(false);

    for (const name of ['One', 'Two']) expect(await create(owner, name)).to.equal('none');
    const smaller = { planCode: 'small', interval: 'month', effective: 'immediately' } as const;
    expect(await refusalOf(owner.billing.changePlan(smaller))).to.deep.equal([
      409,
      'billing.usage_exceeds_plan',
    ]);
    await owner.billing.changePlan({ ...smaller, acknowledgeOverLimit: true });
    const { limits } = await owner.billing.getCapabilities();
    expect(limits.projects).to.include({ limit: 1, used: 2, overLimit: true });
    expect(await create(owner, 'Three')).to.equal('plan.limit_reached');
    expect((await owner.workspace.listProjects()).projects).to.have.length(2);
    expect((await owner.billing.openPortal()).url).to.match(/^https:\/\/billing\.stripe\.test\//);
  });
});

/** The plans of the product, as in an operator's file, and one that allows a single project. */
function plansWithASmallOne() {
  const plans = builtInPlans.plans.map(({ hash: _, ...plan }) => plan);
  const team = builtInPlans.plan('team');
  const { hash: _, ...small } = {
    ...team,
    code: 'small',
    name: 'Small',
    sortOrder: 9,
    limits: { ...team.limits, projects: 1 },
    prices: team.prices.map((price) => ({ ...price, unitAmount: price.unitAmount / 2 })),
  };
  return { plans: [...plans, small] };
}
