import { UndiciEgressClient } from '@chancery/adapters-services';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { openReceiver, type Receiver } from '../../../adapters-services/src/webhooks/testing/receiver.ts';
import { tokens } from '../tokens.ts';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { openPractice } from './testing/practice.ts';

const daySeconds = 86_400;

describe('governance 15, walk-through 10: outage', () => {
  let installation: Installation;
  let practice: Awaited<ReturnType<typeof openPractice>>;
  let receiver: Receiver;
  let status = 503;
  let isMailAway = false;
  const addresses = new Map([
    ['receiver.test', '127.0.0.2'],
    ['inside.test', '169.254.169.254'],
  ]);

  before(async () => {
    receiver = await openReceiver((_, response) => response.writeHead(status).end(), '127.0.0.2');
    const egress = new UndiciEgressClient({
      certificateAuthorities: receiver.certificate,
      allowedRanges: ['127.0.0.2/32'],
      resolve: async (name) => [{ address: addresses.get(name) ?? '', family: 4 }],
    });
    const own = new ContainerModule(async ({ rebind, onActivation }) => {
      (await rebind(tokens.egress)).toConstantValue(egress);
      onActivation(tokens.mail, (_, mail) => {
        const send = mail.send.bind(mail);
        mail.send = async (message) => {
          if (isMailAway) throw new Error('The mail server is away');
          return send(message);
        };
        return mail;
      });
    });
    installation = await openInstallation({}, { modules: [own] });
    practice = await openPractice(installation);
  });
  after(async () => {
    await installation?.close();
    await receiver?.close();
  });

  const work = () => installation.mails();
  const subjectsTo = async (address: string, words: RegExp) =>
    (await work()).filter(({ to, subject }) => to.includes(address) && words.test(subject ?? '')).length;
  const register = (url: string) =>
    practice.ada.governance.createRecordWebhook({ url, eventTypes: ['case.created'] });

  it('governance 15, walk-through 10: a webhook that was down for four days gets what it has missed under its first id', async () => {
    const { ada, open } = practice;
    const endpointId = (await register(`${receiver.url}/hook`)).webhook.id;
    await open('Smith, appeal');
    const began = Date.parse(installation.now());
    await work();
    const newest = async () => (await ada.webhooks.listWebhookDeliveries({ endpointId })).deliveries[0];
    const missed = (await newest())?.id ?? '';
    for (;;) {
      const next = (await newest())?.nextAttemptAt ?? null;
      if (next === null) break;
      const due = Math.max(Date.parse(next), Date.parse(installation.now())) + 5000;
      installation.advanceTo(new Date(due).toISOString());
      await work();
      await installation.run('webhook.health');
    }
    expect(await newest()).to.include({ id: missed, status: 'failed' });
    expect(Date.parse(installation.now()) - began).to.be.within(
      2.5 * daySeconds * 1000,
      4 * daySeconds * 1000,
    );
    expect(await subjectsTo('ada@example.com', /webhook of .* is failing/)).to.equal(1);

    status = 204;
    const before = receiver.received.length;
    await ada.webhooks.redeliverWebhook({ deliveryId: missed });
    await work();
    const since = new Date(began - 60_000).toISOString();
    await ada.webhooks.recoverWebhookDeliveries({ endpointId, since });
    await work();

    expect(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).to.deep.equal([
      missed,
    ]);
    expect(await newest()).to.include({ id: missed, status: 'succeeded' });
  });

  it('governance 15, walk-through 10: a mail that was given up shows in the overview, and is sent once when it is replayed', async () => {
    const { ada, begin, cy } = practice;
    const { id: artifactId } = await begin();
    await work();
    isMailAway = true;
    await cy.records.submitEntry({ artifactId });
    const dead = async () => (await ada.governance.listRecordWorkerActions({ status: ['dead'] })).actions;
    for (let attempt = 0; attempt < 40 && (await dead()).length === 0; attempt += 1) {
      installation.advance(7 * 3600);
      await work();
    }
    const [action] = await dead();
    expect([action?.attempts, action?.maxAttempts]).to.deep.equal([12, 12]);
    const risks = async () =>
      (await ada.governance.getGovernanceOverview()).overview.risks.map(({ code }) => code);
    expect(await risks()).to.include('worker_dead');

    isMailAway = false;
    const asked = /review/i;
    const before = await subjectsTo('rae@example.com', asked);
    await ada.governance.replayRecordWorkerAction({ actionId: action?.id ?? '' });
    await work();

    expect(await subjectsTo('rae@example.com', asked)).to.equal(before + 1);
    expect(
      await refusalOf(ada.governance.replayRecordWorkerAction({ actionId: action?.id ?? '' })),
    ).to.deep.equal([409, 'job.invalid_state']);
    expect(await risks()).not.to.include('worker_dead');
  });

  it('governance 15, walk-through 10: a target inside of the network is refused, by its number and by a name that leads there', async () => {
    const { ada, open } = practice;
    await ada.identity.reauthenticate({ password: storyPassword });
    for (const target of ['https://169.254.169.254/latest', 'https://inside.test/latest'])
      expect(await refusalOf(register(target)), target).to.deep.equal([400, 'request.invalid']);
    addresses.set('inside.test', '93.184.216.34');
    const endpointId = (await register('https://inside.test/latest')).webhook.id;
    addresses.set('inside.test', '169.254.169.254');

    await open('Smith, third instance');
    await work();

    const [delivery] = (await ada.webhooks.listWebhookDeliveries({ endpointId })).deliveries;
    const { attempts } = (await ada.webhooks.getWebhookDelivery({ deliveryId: delivery?.id ?? '' })).delivery;
    expect(attempts.map(({ outcome }) => outcome)).to.deep.equal(['blocked_address']);
  });
});
