import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresDatabase } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { freePort, until } from './testing/server-process.ts';
import { work } from './work.ts';

const databaseServer =
  process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

describe('a worker that listens', () => {
  let environment: Record<string, string>;
  let database: Awaited<ReturnType<typeof postgresDatabase>>;
  let address: string;
  beforeEach(async () => {
    database = await postgresDatabase({ poolSize: 1 });
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(databaseServer);
    url.pathname = rows[0]?.name ?? '';
    const listen = `127.0.0.1:${await freePort()}`;
    address = `http://${listen}`;
    environment = {
      CHANCERY_DATA_DIR: await mkdtemp(join(tmpdir(), 'chancery-')),
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_LOG_LEVEL: 'silent',
      CHANCERY_WORKER_LISTEN: listen,
    };
  });
  afterEach(async () => {
    await database.close();
    await rm(environment.CHANCERY_DATA_DIR ?? '', { recursive: true, force: true });
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(address + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const ready = () =>
    until(
      async () => (await ask('/api/health/ready')).status === 200,
      () => 'the worker was never ready',
    );

  it('HLT-1: says how it and its dependencies are where a server says it, and its figures; it serves nothing else', async () => {
    const stop = new AbortController();
    const worked = work({ ...environment, CHANCERY_METRICS_TOKEN: 'a-token-of-the-scraper' }, stop.signal);
    await ready();

    const health = JSON.parse((await ask('/api/health')).text);
    expect(health.data.dependencies).to.deep.include.members([
      { ...health.data.dependencies[0], name: 'database', status: 'ok', required: true },
    ]);
    expect((await ask('/api/health/live')).status).to.equal(200);
    expect((await ask('/metrics')).status).to.equal(401);
    const figures = await ask('/metrics', { authorization: 'Bearer a-token-of-the-scraper' });
    expect(figures.status).to.equal(200);
    for (const name of [
      'chancery_jobs{state="dead"}',
      'chancery_engine_processes',
      'process_cpu_seconds_total',
    ])
      expect(figures.text).to.include(`\n${name} `);
    const nothing = await ask('/api/v1/projects', { accept: 'text/html' });
    expect([nothing.status, JSON.parse(nothing.text).error.code]).to.deep.equal([
      404,
      'request.route_not_found',
    ]);

    stop.abort();
    expect(await worked).to.equal(0);
    expect(await ask('/api/health/live').catch(() => 'closed')).to.equal('closed');
  });

  it('HLT-1: is alive and not ready while the database is not up to date', async () => {
    await database.pool.query('drop schema public cascade; create schema public');
    const stop = new AbortController();
    const worked = work(environment, stop.signal);
    await until(
      async () => (await ask('/api/health/live')).status === 200,
      () => 'the worker never listened',
    );

    expect((await ask('/api/health/ready')).status).to.equal(503);
    expect((await ask('/metrics')).status).to.equal(200);
    expect((await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).to.equal(403);
    stop.abort();
    expect(await worked).to.equal(0);
  });

  it('a port that somebody else has stops the worker with the variable to change', async () => {
    const taken = createServer().listen(Number(new URL(address).port), '127.0.0.1');
    await once(taken, 'listening');

    const fault = await work(environment, new AbortController().signal).catch(
      (error: Error) => error.message,
    );

    expect(fault).to.match(/another program listens there; see CHANCERY_WORKER_LISTEN\.$/);
    taken.close();
  });
});
