import { UndiciEgressClient } from '@chancery/adapters-services';
import type { Chancery as Core } from '@chancery/core';
import { changeThings, registerWebhook } from '@chancery/core/testing';
import { type Chancery, memorySession, type WebhookDeliveryDetail } from '@chancery/sdk';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { Webhook } from 'standardwebhooks';
import { openReceiver, type Receiver } from '../../../adapters-services/src/webhooks/testing/receiver.ts';
import { tokens } from '../tokens.ts';
import { exampleCalls } from './testing/example-calls.ts';
import { codeOf, type Installation, openInstallation } from './testing/installation.ts';

const anHour = 3600;
const aDay = 24 * anHour;
/** The waits from each attempt to the next (WHK-3). */
const schedule = [5, 300, 1800, 2 * anHour, 5 * anHour, 10 * anHour, 14 * anHour, 20 * anHour, aDay];
const password = 'a long walk by the river';

describe('story: a receiver that misbehaves (platform 10, walk-through 8)', () => {
  let installation: Installation;
  let core: Core;
  let owner: Chancery;
  let accessToken: () => Promise<string>;
  /** Another server on this machine, which nobody named. */
  let bystander: Receiver;
  let receiver: Receiver;
  let status = 500;
  /** The addresses of names; a name without an entry does not resolve. */
  const addresses = new Map([['receiver.test', '127.0.0.2']]);

  before(async () => {
    bystander = await openReceiver();
    receiver = await openReceiver((_, response) => response.writeHead(status).end(), '127.0.0.2');
    const egress = new UndiciEgressClient({
      certificateAuthorities: receiver.certificate,
      allowedRanges: ['127.0.0.2/32'],
      resolve: async (name) => [{ address: addresses.get(name) ?? '', family: 4 }],
    });
    const own = new ContainerModule(async ({ rebind, onActivation }) => {
      (await rebind(tokens.egress)).toConstantValue(egress);
      onActivation(tokens.chancery, (_, chancery) => {
        core = chancery;
        return chancery;
      });
    });
    installation = await openInstallation({}, { modules: [own] });
    const session = memorySession();
    await session.save(
      await installation.client().identity.registerAccount({
        email: 'ada@example.com',
        displayName: 'Ada Lovelace',
        password,
      }),
    );
    owner = installation.client({ session });
    accessToken = async () => {
      await owner.identity.getMe();
      return (await session.load())?.accessToken ?? '';
    };
  });
  after(async () => {
    await installation?.close();
    await receiver?.close();
    await bystander?.close();
  });

  const asked = exampleCalls(
    () => core,
    () => accessToken(),
  );
  async function register(url: string): Promise<{ readonly id: string; readonly secret: string }> {
    // The type is that of the declaration's own output.
    const { webhook, secret } = (await asked('registerWebhook', registerWebhook, { url })) as {
      webhook: { id: string };
      secret: string;
    };
    return { id: webhook.id, secret };
  }
  const thingId = () => core.ports.ids.uuid7();
  const happen = () => asked('changeThings', changeThings, { thingIds: [thingId()] });
  /** Does everything that is due. */
  const work = () => installation.mails();
  const mailsOf = async (words: RegExp) =>
    (await work()).filter(({ subject }) => words.test(subject ?? '')).length;
  const detail = async (deliveryId: string): Promise<WebhookDeliveryDetail> =>
    (await owner.webhooks.getWebhookDelivery({ deliveryId })).delivery;
  const endpoint = async (endpointId: string) =>
    (await owner.webhooks.getWebhookEndpoint({ endpointId })).webhookEndpoint;

  it('is refused if it is inside the network, and gets nothing if its name moved there', async () => {
    addresses.set('flip.test', '93.184.216.34');
    const refusal = await register('https://10.0.0.1').then(
      () => null,
      (error: { code: string; kind: string; details: { path: string; code: string }[] }) => error,
    );
    expect([refusal?.code, refusal?.kind, refusal?.details.map(({ code }) => code)]).to.deep.equal([
      'request.invalid',
      'invalid',
      ['webhook.url_not_allowed'],
    ]);
    const { id } = await register(`https://flip.test:${bystander.port}/hook`);
    const moved = await owner.webhooks
      .updateWebhookEndpoint({ endpointId: id, url: 'https://10.0.0.1' })
      .catch((error: { status: number; details: { code: string }[] }) => error);
    expect('status' in moved && [moved.status, moved.details.map(({ code }) => code)]).to.deep.equal([
      400,
      ['webhook.url_not_allowed'],
    ]);

    addresses.set('flip.test', '127.0.0.1');
    await happen();
    await work();

    const [delivery] = (await owner.webhooks.listWebhookDeliveries({ endpointId: id })).deliveries;
    const { attempts } = await detail(delivery?.id ?? '');
    expect(attempts.map(({ outcome }) => outcome)).to.deep.equal(['blocked_address']);
    expect([bystander.connections(), bystander.bytesReceived()]).to.deep.equal([0, 0]);
    await owner.webhooks.deleteWebhookEndpoint({ endpointId: id });
  });

  it('is tried on schedule, reported, disabled, and gets each missed event once when it works again', async () => {
    const { id, secret } = await register(`${receiver.url}/hook`);
    const began = Date.parse(installation.now());
    await happen();
    await work();
    const first = (await owner.webhooks.listWebhookDeliveries({ endpointId: id })).deliveries[0]?.id ?? '';
    /** Moves to that time after the first failure, and makes each attempt that is due before. */
    async function until(seconds: number): Promise<void> {
      const end = began + seconds * 1000;
      for (;;) {
        const { deliveries } = await owner.webhooks.listWebhookDeliveries({ endpointId: id });
        const due = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0];
        if (due === undefined || Date.parse(due) > end) break;
        // Its job is written a moment after the instant that the delivery names.
        installation.advanceTo(later(Math.max(Date.parse(due), Date.parse(installation.now())) + 5000));
        await work();
      }
      installation.advanceTo(later(Math.max(end, Date.parse(installation.now()))));
      await installation.run('webhook.health');
    }

    await until(aDay - 60);
    expect(await mailsOf(/webhook of .* is failing/)).to.equal(0);
    await until(aDay + 60);
    expect(await mailsOf(/webhook of .* is failing/)).to.equal(1);
    // The whole schedule passes, with each wait a tenth longer at most.
    await until(84 * anHour);
    const { attempts, status: ended } = await detail(first);
    expect([ended, attempts.length]).to.deep.equal(['failed', 10]);
    expect(attempts.map(({ responseStatus }) => responseStatus)).to.deep.equal(attempts.map(() => 500));
    const waits = attempts
      .slice(1)
      .map(({ startedAt }, index) => seconds(attempts[index]?.startedAt ?? '', startedAt));
    // The tolerance is a tenth to either side, and the time that the test itself takes.
    for (const [index, wait] of waits.entries())
      expect(wait, `attempt ${index + 2}`).to.be.within(
        (schedule[index] ?? 0) * 0.9,
        (schedule[index] ?? 0) * 1.1 + 30,
      );

    await happen();
    await work();
    await until(5 * aDay - 60);
    expect((await endpoint(id)).status).to.equal('active');
    await until(5 * aDay + 60);
    expect(await endpoint(id)).to.include({ status: 'auto_disabled', disabledReason: 'failing' });
    expect(await mailsOf(/webhook of .* was switched off/)).to.equal(1);
    await happen();
    await work();

    status = 204;
    await owner.webhooks.updateWebhookEndpoint({ endpointId: id, active: true });
    const missed = (await owner.webhooks.listWebhookDeliveries({ endpointId: id })).deliveries;
    expect(missed.map((delivery) => delivery.status)).to.deep.equal(['cancelled', 'cancelled', 'failed']);
    const arrivedBefore = receiver.received.length;
    const since = new Date(began).toISOString();
    expect(await owner.webhooks.recoverWebhookDeliveries({ endpointId: id, since })).to.deep.equal({
      queued: 3,
    });
    await work();
    const arrived = receiver.received.slice(arrivedBefore);
    expect(arrived.map(({ headers }) => headers['webhook-id']).sort()).to.deep.equal(
      missed.map((delivery) => delivery.id).sort(),
    );
    expect(arrived.map(({ headers }) => headers['webhook-id'])).to.include(first);
    expect((await endpoint(id)).failingSince).to.equal(null);

    expect(await codeOf(owner.webhooks.rotateWebhookSecret({ endpointId: id }))).to.equal(
      'auth.reauthentication_required',
    );
    await owner.identity.reauthenticate({ password });
    const rotated = await owner.webhooks.rotateWebhookSecret({ endpointId: id });
    expect(rotated.secret).to.not.equal(secret);
    expect(await signers({ secret, rotated: rotated.secret })).to.deep.equal(['secret', 'rotated']);
    installation.advance(aDay - 120);
    expect(await signers({ secret, rotated: rotated.secret })).to.deep.equal(['secret', 'rotated']);
    installation.advance(240);
    expect(await signers({ secret, rotated: rotated.secret })).to.deep.equal(['rotated']);
  });

  /** Returns with which of the secrets the signatures of the next event verify, by the public library. */
  async function signers(secrets: Readonly<Record<string, string>>): Promise<readonly string[]> {
    await happen();
    await work();
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {};
    // The library reads the clock of the machine; the time of the signature is compared in its own test.
    const stamp = Number(headers['webhook-timestamp']);
    return Object.entries(secrets).flatMap(([name, secret]) => {
      const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date(stamp * 1000), body);
      return (headers['webhook-signature'] ?? '').split(' ').includes(expected) ? [name] : [];
    });
  }
});

const later = (milliseconds: number): string => new Date(milliseconds).toISOString();
const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;
