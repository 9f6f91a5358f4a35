import { UndiciEgressClient } from '@chancery/adapters-services';
import type { Chancery as Core } from '@chancery/core';
import { changeThings, registerWebhook } from '@chancery/core/testing';
import { memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import type { Browser } from 'playwright-core';
import { openReceiver, type Receiver } from '../../../../adapters-services/src/webhooks/testing/receiver.ts';
import { tokens } from '../../tokens.ts';
import { sharedChromium } from '../testing/chromium.ts';
import { exampleCalls } from '../testing/example-calls.ts';
import { type Installation, openInstallation, storyPassword } from '../testing/installation.ts';
import { type Visitor, visit } from '../testing/page-visitor.ts';

const email = 'ada@example.com';

describe('the page of webhooks', () => {
  let installation: Installation;
  let core: Core;
  let receiver: Receiver;
  let browser: Browser;
  let visitor: Visitor;
  let status = 500;
  const session = memorySession();
  before(async () => {
    receiver = await openReceiver(
      (_, response) => response.writeHead(status).end('No room left'),
      '127.0.0.2',
    );
    const egress = new UndiciEgressClient({
      certificateAuthorities: receiver.certificate,
      allowedRanges: ['127.0.0.2/32'],
      resolve: async () => [{ address: '127.0.0.2', family: 4 }],
    });
    const own = new ContainerModule(async ({ rebind, onActivation }) => {
      (await rebind(tokens.egress)).toConstantValue(egress);
      onActivation(tokens.chancery, (_, chancery) => {
        core = chancery;
        return chancery;
      });
    });
    [browser, installation] = await Promise.all([sharedChromium(), openInstallation({}, { modules: [own] })]);
    visitor = await visit(browser, installation.baseUrl);
    await session.save(
      await installation
        .client()
        .identity.registerAccount({ email, displayName: 'Ada', password: storyPassword }),
    );
  });
  after(async () => {
    await installation?.close();
    await receiver?.close();
  });

  const asked = exampleCalls(
    () => core,
    async () => (await session.load())?.accessToken ?? '',
  );

  it('an owner sees which deliveries arrived, why others did not, and has one sent again', async () => {
    const { page } = visitor;
    // The type is that of the declaration's own output.
    const { webhook } = (await asked('registerWebhook', registerWebhook, {
      url: `https://receiver.test:${receiver.port}/hook`,
      description: 'Our ledger',
    })) as { webhook: { id: string } };
    await asked('changeThings', changeThings, { thingIds: [core.ports.ids.uuid7()] });
    await installation.mails();

    await page.goto(`${installation.baseUrl}/settings/webhooks/${webhook.id}`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(storyPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: `https://receiver.test:${receiver.port}/hook` }).waitFor();
    await page.getByText('To be tried again').waitFor();
    await page.getByRole('button', { name: 'What happened to thing.changed' }).click();
    await page.getByText(/was refused · answered 500/).waitFor();
    expect(await visitor.findings('webhooks-failing')).to.deep.equal([]);

    for (const _ of Array.from({ length: 12 })) {
      installation.advance(25 * 3600);
      await installation.mails();
    }
    await page.goto(`${installation.baseUrl}/settings/webhooks`);
    await page.getByText('Failed', { exact: true }).waitFor();
    expect(await visitor.findings('webhooks-failed')).to.deep.equal([]);
    status = 204;
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByRole('status').getByText('It is being sent again.').waitFor();
    await installation.mails();
    await page.reload();
    await page.getByText('Arrived', { exact: true }).waitFor();
    expect(await visitor.findings('webhooks-arrived')).to.deep.equal([]);

    await page.goto(`${installation.baseUrl}/settings/webhooks/${core.ports.ids.uuid7()}`);
    await page.getByText('This webhook is not in your workspace').waitFor();
    expect(visitor.faults).to.deep.equal([]);
  });
});
