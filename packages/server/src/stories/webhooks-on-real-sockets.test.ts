import { atInstant, type World, webhookTestContext, world } from '@chancery/adapters-persistence/testing';
import { type Resolver, StandardWebhookSigner, UndiciEgressClient } from '@chancery/adapters-services';
import { verifyWebhook } from '@chancery/sdk/webhooks';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { openReceiver, type Receiver } from '../../../adapters-services/src/webhooks/testing/receiver.ts';

/** Makes the whole core with the adapters that use the network, which reaches only this receiver. */
async function connected(receiver: Receiver, resolve: Resolver, allowedRanges: string[] = ['127.0.0.0/8']) {
  const egress = new UndiciEgressClient({
    certificateAuthorities: receiver.certificate,
    allowedRanges,
    resolve,
  });
  const here: World = await world({ ports: { egress, webhookSigner: new StandardWebhookSigner() } });
  const { chancery, owner } = here;
  const things = webhookTestContext(here);
  return {
    ...here,
    async register(url: string) {
      const { webhook, secret } = await things.register({ url });
      return { endpointId: webhook.id, secret };
    },
    send: () => things.change(),
    async latest(endpointId: string) {
      const { deliveries } = await chancery.webhooks.listWebhookDeliveries({ endpointId }, owner.session);
      const deliveryId = deliveries[0]?.id ?? '';
      return (await chancery.webhooks.getWebhookDelivery({ deliveryId }, owner.session)).delivery;
    },
  };
}

const always =
  (...addresses: string[]): Resolver =>
  async () =>
    addresses.map((address) => ({ address, family: 4 }));

describe('webhooks on real sockets', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  it('WHK-2: the public library and the SDK verify what arrives over TLS', async () => {
    const {
      register: registered,
      send,
      worker,
      clock,
      latest,
    } = await connected(receiver, always('127.0.0.1'));
    const { endpointId, secret } = await registered(`${receiver.url}/hook?a=1`);
    await send();

    await worker.drain();

    const delivery = await latest(endpointId);
    const [request] = receiver.received.filter(({ path }) => path === '/hook?a=1');
    expect(request?.headers).to.include({ 'webhook-id': delivery.id, 'content-type': 'application/json' });
    const { body = '', headers = {} } = request ?? {};
    expect(body).to.equal(JSON.stringify(delivery.payload));
    const verified = atInstant(clock.now(), () => new Webhook(secret).verify(body, { ...headers }));
    expect(verified).to.deep.equal(delivery.payload);
    const now = new Date(clock.now());
    expect(await verifyWebhook(secret, headers, body, { now })).to.deep.equal(delivery.payload);
    expect(delivery.attempts.map(({ outcome, responseStatus }) => [outcome, responseStatus])).to.deep.equal([
      ['success', 204],
    ]);
  });

  it('WHK-5: a name that was public at registration and leads to this machine later gets nothing', async () => {
    let address = '93.184.216.34';
    const resolve: Resolver = async () => [{ address, family: 4 }];
    const { register: registered, send, worker, latest } = await connected(receiver, resolve, []);
    const { endpointId } = await registered(receiver.url);
    address = '127.0.0.1';
    await send();

    await worker.drain();

    const delivery = await latest(endpointId);
    expect(delivery).to.include({ status: 'retrying', attemptCount: 1 });
    expect(delivery.attempts[0]?.outcome).to.equal('blocked_address');
    expect([receiver.connections(), receiver.bytesReceived()]).to.deep.equal([0, 0]);
  });

  it('WHK-5: an endpoint on this machine cannot be registered', async () => {
    const { register: registered } = await connected(receiver, always('93.184.216.34', '127.0.0.1'), []);

    for (const url of [
      receiver.url,
      `https://127.0.0.1:${receiver.port}/`,
      `https://[::1]:${receiver.port}/`,
    ]) {
      const failure = await registered(url).catch(
        (error: { details: { path: string; code: string }[] }) => error,
      );
      expect(
        'details' in failure && failure.details.map(({ path, code }) => `${path} ${code}`),
      ).to.deep.equal(['/url webhook.url_not_allowed']);
    }
    expect(receiver.bytesReceived()).to.equal(0);
  });
});
