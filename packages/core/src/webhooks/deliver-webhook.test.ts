import {
  anAnswer,
  atInstant,
  webhookTestContext,
  webhookWorld,
  world,
} from '@chancery/adapters-persistence/testing';
import type { EgressPolicy } from '@chancery/core';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { secondsToNextAttempt } from './delivery.ts';

describe('deliverWebhook', () => {
  it('WHK-1: sends only ids and states, as JSON without insignificant whitespace, numbered per thing', async () => {
    const { things, worker, sent, workspaceId } = await webhookWorld();
    const [thing = '', other = ''] = things.aThing(2);

    await things.change([thing, other, thing], 2);
    await things.change([thing], 3);
    await worker.drain();

    const bodies = sent().map(({ body }) => body);
    const bodyOf = (id: string, version: number, sequence: number) =>
      `{"type":"thing.changed","timestamp":"2026-11-23T12:00:00.000Z","workspaceId":"${workspaceId}","data":{"id":"${id}","version":${version}},"sequence":${sequence}}`;
    expect(bodies).to.have.members([
      bodyOf(thing, 2, 1),
      bodyOf(other, 2, 1),
      bodyOf(thing, 2, 2),
      bodyOf(thing, 3, 3),
    ]);
  });

  it('WHK-1: a webhook of records carries id, number and labels of its ledger line', async () => {
    const here = await world();
    const things = webhookTestContext(here);
    const { webhook } = await things.register({ context: 'records', url: 'https://records.example.com/' });

    await things.file(['confidential']);
    await here.worker.drain();

    const [row] = await here.sql<{ seq: string; id: string }>(
      "select seq, id from audit_event where ledger_id = $1 and action = 'note.filed'",
      [here.workspaceId],
    );
    const { deliveries } = await here.chancery.webhooks.listWebhookDeliveries(
      { endpointId: webhook.id },
      here.owner.session,
    );
    const { delivery } = await here.chancery.webhooks.getWebhookDelivery(
      { deliveryId: deliveries[0]?.id ?? '' },
      here.owner.session,
    );
    expect(delivery.payload.data).to.include({ eventId: row?.id, seq: Number(row?.seq) });
    expect(delivery.payload.data.labels).to.deep.equal(['confidential']);
    expect(here.ports.egress.sent.at(-1)?.body).to.equal(JSON.stringify(delivery.payload));
  });

  it('WHK-3: a success is noted at the endpoint, the first one too', async () => {
    const { things, worker, endpoint, clock } = await webhookWorld(() => anAnswer(204));
    expect((await endpoint()).lastSuccessAt).to.equal(null);

    await things.change();
    await worker.drain();
    const first = clock.now();
    expect((await endpoint()).lastSuccessAt).to.equal(first);

    clock.advance({ minutes: 1 });
    await things.change();
    await worker.drain();
    expect((await endpoint()).lastSuccessAt).to.equal(clock.now());
  });

  it('WHK-1: a rolled-back change leaves no delivery and no job', async () => {
    const { things, deliveries, sql, workspaceId } = await webhookWorld();

    await things.fail().catch(() => undefined);

    expect(await deliveries()).to.deep.equal([]);
    expect(await sql('select from jobs where workspace_id = $1', [workspaceId])).to.deep.equal([]);
  });

  it('WHK-2: the signature covers id and time, and the public library verifies it', async () => {
    const { things, worker, sent, secret, deliveries, clock } = await webhookWorld();
    await things.change();

    await worker.drain();

    const [request] = sent();
    const [delivery] = await deliveries();
    const headers = request?.headers ?? {};
    expect(headers['webhook-id']).to.equal(delivery?.id);
    expect(headers['webhook-timestamp']).to.equal(String(Math.floor(Date.parse(clock.now()) / 1000)));
    expect(headers['webhook-signature']).to.match(/^v1,[^ ]+$/);
    const body = request?.body ?? '';
    const verified = atInstant(clock.now(), () => new Webhook(secret).verify(body, { ...headers }));
    expect(verified).to.deep.equal(JSON.parse(body));
  });

  it('WHK-3: attempts follow the published schedule within 10 %, and after the tenth the delivery has failed', async () => {
    const { things, worker, sent, deliveries, delivery, clock } = await webhookWorld(() => anAnswer(500));
    const begun = Date.parse(clock.now());
    await things.change();
    const published = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const waits: number[] = [];

    let before = begun;
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await worker.drain();
      expect(sent()).to.have.length(attempt);
      const [{ nextAttemptAt = null } = {}] = await deliveries();
      waits.push((Date.parse(clock.now()) - before) / 1000);
      before = Date.parse(clock.now());
      if (nextAttemptAt === null) break;
      // Nothing is sent a second too early.
      clock.advance({ seconds: (Date.parse(nextAttemptAt) - before) / 1000 - 1 });
      await worker.drain();
      expect(sent()).to.have.length(attempt);
      clock.advance({ seconds: 1 });
    }

    for (const [index, wait] of waits.entries())
      expect(wait / Math.max(1, published[index] ?? 0)).to.be.within(
        index === 0 ? 0 : 0.9,
        index === 0 ? 0 : 1.1,
      );
    expect(waits).to.have.length(10);
    const total = (before - begun) / 3_600_000;
    expect(total).to.be.within(75.6 * 0.9, 75.6 * 1.1);
    const { status, attemptCount, attempts } = await delivery();
    expect({ status, attemptCount }).to.deep.equal({ status: 'failed', attemptCount: 10 });
    expect(attempts.map(({ number, trigger, outcome }) => `${number} ${trigger} ${outcome}`)).to.deep.equal(
      Array.from({ length: 10 }, (_, index) => `${index + 1} scheduled http_error`),
    );
    expect(new Set(sent().map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    clock.advance({ days: 3 });
    await worker.drain();
    expect(sent()).to.have.length(10);
  });

  for (const [status, after] of [
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [301, 'retrying'],
    [307, 'retrying'],
    [400, 'retrying'],
    [404, 'retrying'],
    [500, 'retrying'],
  ] as const) {
    it(`WHK-3: after an answer ${status} the delivery is ${after}`, async () => {
      const { things, worker, deliveries } = await webhookWorld(() => anAnswer(status));
      await things.change();

      await worker.drain();

      expect((await deliveries()).map((delivery) => delivery.status)).to.deep.equal([after]);
    });
  }

  for (const kind of ['timeout', 'connect_error', 'tls_error', 'blocked_address', 'dns_error'] as const) {
    it(`WHK-3: ${kind} is recorded and tried again`, async () => {
      const { things, worker, delivery } = await webhookWorld(() => ({ kind, milliseconds: 12 }));
      await things.change();

      await worker.drain();

      const { status, attempts } = await delivery();
      expect(status).to.equal('retrying');
      expect(attempts).to.deep.equal([
        {
          number: 1,
          trigger: 'scheduled',
          startedAt: '2026-11-23T12:00:00.000Z',
          durationMs: 12,
          outcome: kind,
          responseStatus: null,
          responseExcerpt: null,
        },
      ]);
    });
  }

  for (const [status, header, least, most] of [
    [429, '3600', 3600, 3600],
    [503, 'Mon, 23 Nov 2026 13:00:00 GMT', 3600, 3600],
    [503, '1', 4.5, 5.5],
    [429, '999999', 86_400, 86_400],
    [500, '3600', 4.5, 5.5],
    [429, 'soon', 4.5, 5.5],
  ] as const) {
    it(`WHK-3: ${status} with Retry-After ${header} waits ${least} to ${most} seconds`, async () => {
      const { things, worker, deliveries, clock } = await webhookWorld(() =>
        anAnswer(status, { headers: { 'retry-after': header } }),
      );
      await things.change();

      await worker.drain();

      const [{ nextAttemptAt = null } = {}] = await deliveries();
      const wait = (Date.parse(nextAttemptAt ?? '') - Date.parse(clock.now())) / 1000;
      expect(wait).to.be.within(least, most);
    });
  }

  it('WHK-3: one 410 switches the endpoint off and cancels its waiting deliveries', async () => {
    let status = 500;
    const { things, worker, deliveries, endpoint, happened, clock, sent } = await webhookWorld(() =>
      anAnswer(status),
    );
    await things.change();
    await worker.drain();
    status = 410;
    await things.change();

    await worker.drain();

    expect(await endpoint()).to.include({ status: 'auto_disabled', disabledReason: 'gone' });
    expect((await deliveries()).map((delivery) => delivery.status)).to.deep.equal(['failed', 'cancelled']);
    expect((await happened()).at(-1)).to.deep.include({
      type: 'webhook.auto_disabled',
      facts: { reason: 'gone' },
    });
    clock.advance({ days: 2 });
    await worker.drain();
    expect(sent()).to.have.length(2);
  });

  it('WHK-3: each wait is at least nine tenths and less than eleven tenths of the schedule', () => {
    const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const drawn = (roll: number) => waits.map((_, index) => secondsToNextAttempt(index + 1, 0, roll));

    expect(drawn(0)).to.deep.equal(waits.map((wait) => wait * 0.9));
    expect(drawn(1)).to.deep.equal(waits.map((wait) => wait * 1.1));
    expect(secondsToNextAttempt(10, 0, 0)).to.equal(null);
  });

  it('WHK-3: a receiver is given at most a day by its Retry-After', () => {
    expect(secondsToNextAttempt(1, 86_399, 0)).to.equal(86_399);
    expect(secondsToNextAttempt(1, 86_401, 0)).to.equal(86_400);
  });

  it('WHK-4: an attempt has 3 s to resolve the name, 5 s to connect and 15 s in all, and reads 16 KiB', async () => {
    const { things, worker, ports, url } = await webhookWorld(() => anAnswer(204));
    const limits: EgressPolicy[] = [];
    const post = ports.egress.post.bind(ports.egress);
    ports.egress.post = (to, headers, body, policy: EgressPolicy) => {
      if (to === url) limits.push(policy);
      return post(to, headers, body, policy);
    };
    await things.change();

    await worker.drain();

    expect(limits).to.deep.equal([
      {
        resolveMilliseconds: 3000,
        connectMilliseconds: 5000,
        totalMilliseconds: 15_000,
        maxResponseBytes: 16_384,
      },
    ]);
  });

  it('WHK-4: keeps 1 KiB of the answer, without control characters', async () => {
    const { things, worker, delivery } = await webhookWorld(() =>
      anAnswer(500, { body: `no\u0000t \u001b[31mgood\r\n${'é'.repeat(20_000)}` }),
    );
    await things.change();

    await worker.drain();

    const [attempt] = (await delivery()).attempts;
    expect(attempt?.responseStatus).to.equal(500);
    expect(attempt?.responseExcerpt)
      .to.match(/^not \[31mgood é+$/)
      .and.have.length(1024);
  });

  it('WHK-10: events while the endpoint is off are kept as cancelled, and nothing is sent', async () => {
    const { chancery, owner, things, webhook, worker, deliveries, sent } = await webhookWorld();
    await chancery.webhooks.updateWebhookEndpoint({ endpointId: webhook.id, active: false }, owner.session);

    await things.change();
    await worker.drain();

    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(['cancelled']);
    expect(sent()).to.deep.equal([]);
  });

  it('WHK-13: each endpoint receives the types that it is registered for, of its own context and workspace', async () => {
    const here = await webhookWorld();
    const { things, worker, ports } = here;
    const other = webhookTestContext({ ...here, owner: await here.stranger() });
    await other.register({ url: 'https://stranger.example.com/' });
    await things.register({
      url: 'https://listed.example.com/',
      eventTypes: ['thing.changed', 'webhook.test'],
    });
    await things.register({ url: 'https://tests.example.com/', eventTypes: ['webhook.test'] });
    await things.register({ url: 'https://records.example.com/', context: 'records' });

    await things.change();
    await worker.drain();

    const urls = ports.egress.sent
      .filter(({ body }) => body.includes(here.workspaceId))
      .map(({ url }) => url);
    expect(urls).to.have.members([here.url, 'https://listed.example.com/']);
  });

  it('WHK-13: an event with labels beyond confidential goes only to endpoints that are allowed all of them', async () => {
    const here = await world();
    const things = webhookTestContext(here);
    const at = (name: string, ...allowedLabels: ('restricted' | 'psychotherapy')[]) =>
      things.register({ context: 'records', url: `https://${name}.example.com/`, allowedLabels });
    await at('none');
    await at('one', 'restricted');
    await at('both', 'restricted', 'psychotherapy');
    const reached = async (labels: string[]) => {
      here.ports.egress.sent.length = 0;
      await things.file(labels);
      await here.worker.drain();
      return here.ports.egress.sent
        .filter(({ body }) => body.includes(here.workspaceId))
        .map(({ url }) => new URL(url).hostname.split('.')[0])
        .sort();
    };

    expect(await reached([])).to.deep.equal(['both', 'none', 'one']);
    expect(await reached(['standard'])).to.deep.equal(['both', 'none', 'one']);
    expect(await reached(['confidential'])).to.deep.equal(['both', 'none', 'one']);
    expect(await reached(['confidential', 'restricted'])).to.deep.equal(['both', 'one']);
    expect(await reached(['restricted', 'psychotherapy'])).to.deep.equal(['both']);
    expect(await reached(['sealed'])).to.deep.equal([]);
  });
});
