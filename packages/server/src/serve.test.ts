import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { postgresDatabase } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../adapters-persistence/src/testing/snapshot.ts';
import { CuttableRoute } from './testing/cuttable-route.ts';
import { endProcesses, startServer, until } from './testing/server-process.ts';

const databaseServer =
  process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Makes a migrated PostgreSQL database for the test, and returns its url. */
async function aPostgres() {
  const database = await postgresDatabase({ poolSize: 1 });
  const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
  const url = new URL(databaseServer);
  url.pathname = rows[0]?.name ?? '';
  return { url, database };
}

describe('the server as a process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  afterEach(async () => {
    await endProcesses();
    await rm(folder, { recursive: true });
  });
  const environment = (more: Record<string, string> = {}) => ({
    CHANCERY_DATA_DIR: folder,
    CHANCERY_DRAIN_SECONDS: '0',
    ...more,
  });

  it('refuses a bad configuration with exit code 78, one line per fault and no secret', async () => {
    const faulty = {
      CHANCERY_MASTER_KEY: 'hunter2hunter2',
      CHANCERY_DATABASE_URL: 'mysql://chancery:hunter2@db',
      CHANCERY_WORKERS: 'some',
    };
    const server = await startServer(['serve'], environment(faulty));

    expect(await server.exited).to.equal(78);
    expect(
      server
        .output()
        .trim()
        .split('\n')
        .map((line) => /^chancery: (\w+): /.exec(line)?.[1]),
    ).to.have.members(Object.keys(faulty));
    expect(server.output()).to.not.include('hunter2');
  });

  it('makes a demo at the first start, keeps data and keys over a restart, and lets only one process use a folder', async () => {
    // Each process gets another port, but the issuer of tokens must stay the same.
    const development = environment({ CHANCERY_DEV: 'true', CHANCERY_BASE_URL: 'http://127.0.0.1:8080' });
    const first = await startServer(['serve', '--demo'], development);
    await first.ready();
    const { apiKey, email, password, colleagues } = JSON.parse(
      await readFile(join(folder, 'demo.json'), 'utf8'),
    );
    expect((await stat(join(folder, 'demo.json'))).mode & 0o777).to.equal(0o600);
    const { body: session } = await first.post('/api/v1/auth/login', { email, password });
    for (const colleague of colleagues)
      expect((await first.post('/api/v1/auth/login', { email: colleague.email, password })).status).to.equal(
        201,
      );
    const rows = async (server: typeof first, path: string) =>
      (await server.get(`/api/v1/integrations/workspace/${path}`, apiKey)).body.data.count;
    expect([
      await rows(first, 'members'),
      await rows(first, 'meetings'),
      await rows(first, 'projects'),
    ]).to.deep.equal([4, 6, 2]);

    const rival = await startServer(['serve'], development);
    expect(await rival.exited).to.equal(1);
    expect(rival.output()).to.include('is in use by another Chancery process');
    first.signal('SIGTERM');
    expect(await first.exited).to.equal(0);
    expect(first.output()).to.not.include(apiKey).and.not.include(password);

    const second = await startServer(['serve', '--demo'], development);
    await second.ready();
    expect(await rows(second, 'meetings')).to.equal(6);
    // The earlier access token is valid, so the signing key is the same.
    expect((await second.get('/api/v1/projects', session.data.accessToken)).status).to.equal(200);
    second.signal('SIGINT');
    expect(await second.exited).to.equal(0);
  });

  it('HLT-4: after SIGTERM readiness says draining at once, the listener stays open for the drain period, requests in flight finish, and the exit code is 0', async () => {
    await copyMigratedDatabase(join(folder, 'database'));
    const server = await startServer(['serve'], environment({ CHANCERY_DRAIN_SECONDS: '5' }));
    await server.ready();
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the right one' });
    const slow = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    await once(slow, 'connect');
    slow.write(
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );

    server.signal('SIGTERM');
    await until(
      async () => (await server.get('/api/health/ready')).status === 503,
      () => 'ready never refused',
    );
    const [ready, live] = await Promise.all([
      server.get('/api/health/ready'),
      server.get('/api/health/live'),
    ]);
    expect([ready.body.status, live.status]).to.deep.equal(['draining', 200]);

    await until(
      () =>
        server.get('/api/health/live').then(
          () => false,
          () => true,
        ),
      () => 'the listener never closed',
    );
    slow.write(body.slice(10));
    expect(await text(slow)).to.match(/^HTTP\/1\.1 401 /);
    expect(await server.exited).to.equal(0);
  });

  it('ends with its reason and exit code 1 if it cannot listen, before it has migrated, worked or made anything', async () => {
    const { url, database } = await aPostgres();
    await database.pool.query('drop schema public cascade; create schema public');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;

    const server = await startServer(
      ['serve', '--migrate'],
      environment({ CHANCERY_DATABASE_URL: url.href, CHANCERY_LISTEN: `127.0.0.1:${port}` }),
    );
    expect(await server.exited).to.equal(1);
    taken.close();
    expect(server.output()).to.include(
      `chancery: The start failed: 127.0.0.1:${port} cannot be listened on, because another program listens there; see CHANCERY_LISTEN.`,
    );
    const { rows } = await database.pool.query("select from pg_tables where schemaname = 'public'");
    expect(rows).to.have.length(0);
    await database.close();
  });

  it('HLT-5: after the database stopped and started again, health is 200 within 5 s without a restart', async () => {
    const { url, database } = await aPostgres();
    const route = new CuttableRoute({ host: url.hostname, port: Number(url.port || 5432) });
    await route.open();
    url.host = `127.0.0.1:${route.port}`;
    const server = await startServer(['serve'], environment({ CHANCERY_DATABASE_URL: url.href }));
    await server.ready();

    await route.cut();
    await until(
      async () => (await server.get('/api/health')).status === 503,
      () => 'health never refused',
    );
    const [health, live, row] = await Promise.all([
      server.get('/api/health'),
      server.get('/api/health/live'),
      server.post('/api/v1/auth/login', { email: 'a@example.com', password: 'some password' }),
    ]);
    expect(health.body.dependencies.find(({ name }: { name: string }) => name === 'database')).to.include({
      status: 'unavailable',
      required: true,
    });
    expect([live.status, row.status]).to.deep.equal([200, 503]);

    await route.open();
    await until(
      async () => (await server.get('/api/health')).status === 200,
      () => `health did not recover:\n${server.output()}`,
      5,
    );
    server.signal('SIGTERM');
    expect(await server.exited).to.equal(0);
    await route.cut();
    await database.close();
  });

  it('serves no requests on a PostgreSQL with pending migrations, and begins by itself once they have run', async () => {
    const { url, database } = await aPostgres();
    await database.pool.query('drop schema public cascade; create schema public');
    const server = await startServer(['serve'], environment({ CHANCERY_DATABASE_URL: url.href }));
    await until(
      async () => (await server.get('/api/health/live')).status === 200,
      () => server.output(),
      30,
    );

    const ready = await server.get('/api/health/ready');
    expect(ready.status).to.equal(503);
    expect(ready.body.dependencies.find(({ name }: { name: string }) => name === 'migrations')).to.include({
      detail: 'migrations_pending',
    });
    const refused = await server.get('/api/v1/projects');
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, 'dependency.unavailable']);

    const migrating = await startServer(['migrate'], environment({ CHANCERY_DATABASE_URL: url.href }));
    expect(await migrating.exited).to.equal(0);
    await server.ready();
    expect((await server.get('/api/v1/projects')).status).to.equal(401);
    const worker = await startServer(['worker'], environment({ CHANCERY_DATABASE_URL: url.href }));
    await until(
      async () => worker.output().includes('Chancery works'),
      () => worker.output(),
      30,
    );
    for (const each of [worker, server]) each.signal('SIGTERM');
    expect([await worker.exited, await server.exited]).to.deep.equal([0, 0]);
    await database.close();
  });
});
