import { randomUUID } from 'node:crypto';
import { postgresDatabase } from '@chancery/adapters-persistence/testing';
import { deleteRabbitTopology, RabbitQueue } from '@chancery/adapters-services';
import { reactions, scheduledTopics } from '@chancery/core';
import type { Chancery, ChanceryError, HealthResponse } from '@chancery/sdk';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { deliveredMail } from '../../../adapters-services/src/mail/testing/delivered-mail.ts';
import { openSmtpReceiver } from '../../../adapters-services/src/mail/testing/smtp-receiver.ts';
import { CuttableRoute } from '../testing/cuttable-route.ts';
import { until } from '../testing/server-process.ts';
import { tokens } from '../tokens.ts';
import { type Installation, openInstallation } from './testing/installation.ts';
import { answerOf } from './testing/people.ts';

const amqpUrl = process.env.CHANCERY_TEST_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672';
const databaseServer =
  process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** A route to a service that others use too: the story cuts the route, and the service continues. */
async function routeTo(address: string, defaultPort: number) {
  const url = new URL(address);
  const route = new CuttableRoute({ host: url.hostname, port: Number(url.port || defaultPort) });
  await route.open();
  url.host = `127.0.0.1:${route.port}`;
  return { route, url };
}

describe('story: the broker and the mailer are away (platform 10, walk-through 7)', () => {
  const prefix = `chancery-test-${randomUUID()}`;
  const closing: (() => Promise<unknown>)[] = [];
  let installation: Installation;
  let broker: CuttableRoute;
  let postgres: CuttableRoute;
  let mailer: Awaited<ReturnType<typeof openSmtpReceiver>>;

  before(async () => {
    const database = await postgresDatabase({ poolSize: 1 });
    closing.push(() => database.close());
    const toPostgres = await routeTo(databaseServer, 5432);
    toPostgres.url.pathname = String(database.name);
    const toBroker = await routeTo(amqpUrl, 5672);
    postgres = toPostgres.route;
    broker = toBroker.route;
    closing.push(
      () => postgres.cut(),
      () => broker.cut(),
    );
    mailer = await openSmtpReceiver();
    closing.push(() => mailer.close());

    // This is the server's own adapter, with other names on a broker that others use too.
    const queue = new ContainerModule(async ({ rebind }) => {
      (await rebind(tokens.queue))
        .toResolvedValue(
          (log, jobs, clock) =>
            new RabbitQueue(toBroker.url.href, {
              prefix,
              log,
              onDead: (jobId) => jobs.undeliverable(jobId, clock.now()),
            }),
          [tokens.log, tokens.jobs, tokens.clock],
        )
        .inSingletonScope()
        .onDeactivation((opened) => opened.close());
    });
    installation = await openInstallation(
      {
        CHANCERY_DATABASE_URL: toPostgres.url.href,
        CHANCERY_AMQP_URL: toBroker.url.href,
        CHANCERY_SMTP_URL: `smtp://127.0.0.1:${mailer.port}`,
      },
      { modules: [queue], works: true },
    );
    closing.push(async () => {
      await installation.close();
      const queues = [...reactions(), ...scheduledTopics()].map(({ policy }) => policy.queue);
      await deleteRabbitTopology(amqpUrl, prefix, [...new Set(queues)]);
    });
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('continues while they are unavailable, and sends each mail once when they are back; without the database it says so', async () => {
    const { client } = installation;
    const owner = await installation.register('ada@example.com', 'Ada Lovelace');
    await received(1);
    const token = /#token=([\w-]{43})/.exec(mails()[0]?.text ?? '')?.[1] ?? '';
    await owner.identity.verifyEmail({ token });
    await waiting(owner, 0);
    expect((await client().health.getHealth()).status).to.equal('ok');

    await broker.cut();
    await mailer.close();
    // A good answer of the mailer is valid for a minute.
    installation.advance(61);
    await until(
      async () => stateOf(await client().health.getHealth(), 'queue') === 'unavailable',
      () => 'the broker was never missed',
    );
    const degraded = await answerOf((facts) => client().health.getHealth({}, facts));
    expect(degraded.status).to.equal(200);
    expect(degraded.data.status).to.equal('degraded');
    expect(['queue', 'mailer', 'database'].map((name) => stateOf(degraded.data, name))).to.deep.equal([
      'unavailable',
      'unavailable',
      'ok',
    ]);
    const ready = await answerOf((facts) => client().health.getReadiness({}, facts));
    expect([ready.status, ready.data.status]).to.deep.equal([200, 'ok']);

    const invitees = Array.from({ length: 10 }, (_, index) => `guest.${index}@example.org`);
    const invitations = await Promise.all(
      invitees.map((email) =>
        answerOf((facts) => owner.workspace.createInvitation({ email, role: 'guest' }, facts)),
      ),
    );
    expect(invitations.map(({ status }) => status)).to.deep.equal(invitees.map(() => 201));
    expect((await owner.workspace.getJobSummary()).mailQueued).to.equal(10);
    await until(
      async () => mailJobs(await owner.workspace.getJobSummary()).retrying === 10,
      () => 'not every mail was tried while the mailer was away',
    );
    expect((await owner.workspace.getJobSummary()).mailQueued).to.equal(10);

    const before = mailer;
    mailer = await openSmtpReceiver({}, before.port);
    await broker.open();
    await until(
      async () => stateOf(await client().health.getHealth(), 'queue') === 'ok',
      () => 'the broker was never found again',
      15,
    );
    installation.advance(3600);
    await waiting(owner, 0);
    expect(
      mails()
        .map(({ to }) => /[\w.]+@example\.org/.exec(to)?.[0])
        .sort(),
    ).to.deep.equal(invitees);
    expect(new Set(mails().map(({ messageId }) => messageId)).size).to.equal(10);
    expect((await client().health.getHealth()).status).to.equal('ok');

    await postgres.cut();
    await until(
      async () => (await healthBody(client())).answer === 503,
      () => 'the database was never missed',
    );
    const { answer, body } = await healthBody(client());
    expect([answer, body.status, stateOf(body, 'database')]).to.deep.equal([
      503,
      'unavailable',
      'unavailable',
    ]);
    // The answer has no envelope around the dependencies.
    expect(body).to.not.have.any.keys('success', 'error', 'data', 'meta');
    const live = await answerOf((facts) => client().health.getLiveness({}, facts));
    expect([live.status, live.data.status]).to.deep.equal([200, 'ok']);

    await postgres.open();
    await until(
      async () => (await healthBody(client())).answer === 200,
      () => 'health did not come back within 5 s',
      5,
    );
    expect((await owner.workspace.getWorkspace()).workspace.status).to.equal('active');
  });

  const mails = () => mailer.received.map(({ raw }) => deliveredMail(raw));
  const received = (count: number) =>
    until(
      async () => mails().length >= count,
      () => `${mails().length} mails of ${count} arrived`,
      15,
    );
  const waiting = (owner: Chancery, count: number) =>
    until(
      async () => (await owner.workspace.getJobSummary()).mailQueued === count,
      () => `the queue of mails never came to ${count}`,
      30,
    );
});

const stateOf = ({ dependencies }: HealthResponse, wanted: string) =>
  dependencies.find(({ name }) => name === wanted)?.status;

const mailJobs = ({ queues }: Awaited<ReturnType<Chancery['workspace']['getJobSummary']>>) =>
  queues.find(({ queue }) => queue === 'mail') ?? { retrying: 0 };

/** The answer of the health endpoint, whether or not it is a success. */
const healthBody = (client: Chancery): Promise<{ readonly answer: number; readonly body: HealthResponse }> =>
  client.health.getHealth().then(
    (body) => ({ answer: 200, body }),
    (error: ChanceryError) => ({ answer: error.status ?? 0, body: error.body as HealthResponse }),
  );
