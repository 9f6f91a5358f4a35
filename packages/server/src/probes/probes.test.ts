import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnginePoolStatus } from '@chancery/adapters-engines';
import type { Database } from '@chancery/adapters-persistence';
import {
  FixedClock,
  MemoryBlobs,
  PlainKeyRing,
  PlainTokenSigner,
  silentQueue,
  world,
} from '@chancery/adapters-persistence/testing';
import {
  type BlobStore,
  type HealthProbe,
  health,
  type JobStore,
  type OidcClient,
  type Queue,
  SealFailure,
} from '@chancery/core';
import { expect } from 'chai';
import { loadConfiguration } from '../configuration.ts';
import { openContainer } from '../container.ts';
import { openLog } from '../log.ts';
import { tokens } from '../tokens.ts';
import {
  billingProbe,
  blobStoreProbe,
  databaseProbe,
  diskProbe,
  enginesProbe,
  identityProbe,
  keyRingProbe,
  migrationsProbe,
  outboxProbe,
  queueProbe,
  replicaProbe,
  sealProbe,
  senderProbe,
  signingKeysProbe,
} from './probes.ts';

const noon = '2026-11-23T12:00:00.000Z';
const away = async () => {
  throw new Error('connect ECONNREFUSED 10.0.0.7:5432, password hunter2');
};
/** Only what is outside has doubles; each has only what its probe calls. */
const outbox = (seconds: number) => ({ oldestDueSeconds: async () => seconds }) as unknown as JobStore;
const aDatabase = (query: () => Promise<unknown>, pending: () => Promise<readonly string[]>) =>
  ({ pool: { query }, pendingMigrations: pending }) as unknown as Database;
const engines = (status: Partial<EnginePoolStatus>) => ({
  status: {
    processes: 0,
    running: 0,
    waiting: 0,
    mostWaiting: 64,
    completed: 0,
    refused: {},
    canStart: true,
    ...status,
  },
});
const brokenStore = (): BlobStore => Object.assign(new MemoryBlobs(), { probe: away });

async function reportOf(probe: HealthProbe) {
  const { status, dependencies } = await health
    .createHealth({ probes: [probe], clock: new FixedClock(noon) })
    .report();
  const [dependency] = dependencies;
  return { status, of: dependency?.status, detail: dependency?.detail, required: dependency?.required };
}

describe('probes', () => {
  const clock = new FixedClock(noon);
  const cases: readonly [string, HealthProbe, boolean, string, string | null][] = [
    ['a database', databaseProbe(aDatabase(away, async () => [])), true, 'unavailable', 'failed'],
    [
      'a database with pending migrations',
      migrationsProbe(
        aDatabase(
          async () => undefined,
          async () => ['Jobs1700000000008'],
        ),
      ),
      true,
      'unavailable',
      'migrations_pending',
    ],
    [
      'a key ring that opens nothing',
      keyRingProbe(Object.assign(new PlainKeyRing(), { open: () => new Uint8Array() })),
      true,
      'unavailable',
      null,
    ],
    [
      'a payment processor',
      billingProbe({ kind: 'stripe', isReachable: false }),
      false,
      'unavailable',
      'last_call_failed',
    ],
    ['a blob store', blobStoreProbe(brokenStore(), clock), false, 'unavailable', 'failed'],
    [
      'its only replica',
      replicaProbe({ figures: async () => ({ replicas: 1, read: 0 }) }),
      false,
      'degraded',
      'not_read',
    ],
    [
      'one of two replicas',
      replicaProbe({ figures: async () => ({ replicas: 2, read: 1 }) }),
      false,
      'degraded',
      'partly_read',
    ],
    ['a broker', queueProbe({ ...silentQueue, probe: away } as Queue, true), false, 'unavailable', 'failed'],
    [
      'an outbox whose oldest due job has waited five minutes',
      outboxProbe(outbox(300), clock),
      false,
      'degraded',
      'lagging',
    ],
    [
      'processes that read files',
      enginesProbe(engines({ canStart: false })),
      false,
      'unavailable',
      'not_started',
    ],
    [
      'room for another file that waits',
      enginesProbe(engines({ waiting: 64 })),
      false,
      'degraded',
      'overloaded',
    ],
    [
      'a key of the seal',
      sealProbe({ probe: () => Promise.reject(new SealFailure('seal.key_unavailable', 'ENOENT')) }, clock),
      false,
      'degraded',
      'key_unavailable',
    ],
    [
      'a valid certificate of the seal',
      sealProbe({ probe: () => Promise.reject(new SealFailure('seal.certificate_expired')) }, clock),
      false,
      'degraded',
      'certificate_expired',
    ],
    [
      'Apple',
      identityProbe('apple', { probe: away } as unknown as OidcClient, true, clock),
      false,
      'unavailable',
      'failed',
    ],
    [
      'Google',
      identityProbe('google', { probe: away } as unknown as OidcClient, true, clock),
      false,
      'unavailable',
      'failed',
    ],
    ['a mailer', senderProbe('mailer', { probe: away }, true, clock), false, 'unavailable', 'failed'],
    ['an SMS gateway', senderProbe('sms', { probe: away }, true, clock), false, 'unavailable', 'failed'],
  ];

  for (const [what, probe, required, of, detail] of cases) {
    const whole = required ? 'unavailable' : 'degraded';
    it(`HLT-1: without ${what} health is ${whole}`, async () => {
      expect(await reportOf(probe)).to.deep.equal({ status: whole, of, detail, required });
    });
  }

  it('HLT-1: a dependency that is not configured counts as healthy, and so does an outbox that keeps up', async () => {
    for (const probe of [
      queueProbe(silentQueue, false),
      billingProbe({ kind: 'embedded', isReachable: true }),
      billingProbe({ kind: 'stripe', isReachable: true }),
      senderProbe('mailer', { probe: away }, false, clock),
      identityProbe('apple', { probe: away } as unknown as OidcClient, false, clock),
      outboxProbe(outbox(299), clock),
      enginesProbe(engines({ waiting: 63 })),
      replicaProbe({ figures: async () => ({ replicas: 2, read: 2 }) }),
    ])
      expect((await reportOf(probe)).status, probe.name).to.equal('ok');
  });

  it('HLT-3: reveals nothing of the error', async () => {
    const probes = cases.map(([, probe]) => probe);

    const report = await health.createHealth({ probes, clock }).report();

    expect(JSON.stringify(report)).to.not.match(/ECONN|10\.0\.0\.7|hunter2|5432/);
  });

  it('HLT-2: a blob store is probed every 30 s and a mailer every 60 s while they are well, and at once if they were not', async () => {
    const clock = new FixedClock(noon);
    const asked = { blobs: 0, mailer: 0 };
    let isAway = false;
    const asking = (name: keyof typeof asked) => async () => {
      asked[name] += 1;
      if (isAway) throw new Error('away');
    };
    const store = blobStoreProbe(Object.assign(new MemoryBlobs(), { probe: asking('blobs') }), clock);
    const mailer = senderProbe('mailer', { probe: asking('mailer') }, true, clock);
    const ask = async (seconds: number) => {
      clock.advance({ seconds });
      const { signal } = new AbortController();
      for (const probe of [store, mailer]) await probe.check(signal).catch(() => undefined);
      return { ...asked };
    };

    expect(await ask(0)).to.deep.equal({ blobs: 1, mailer: 1 });
    expect(await ask(29)).to.deep.equal({ blobs: 1, mailer: 1 });
    expect(await ask(1)).to.deep.equal({ blobs: 2, mailer: 1 });
    isAway = true;
    expect(await ask(30)).to.deep.equal({ blobs: 3, mailer: 2 });
    isAway = false;
    expect(await ask(1)).to.deep.equal({ blobs: 4, mailer: 3 });
  });

  for (const [what, free, blocks, status] of [
    ['half a GiB of ten', 512, 10_240, 'ok'],
    ['less than half a GiB', 511, 2048, 'degraded'],
    ['a twentieth', 1024, 20_480, 'ok'],
    ['less than a twentieth', 1023, 20_480, 'degraded'],
  ] as const)
    it(`HLT-1: a disk with ${what} free is ${status}`, async () => {
      // The blocks have a MiB each.
      const disk = diskProbe('/data', async () => ({ bavail: free, blocks, bsize: 1024 * 1024 }));

      expect(await reportOf(disk)).to.deep.equal({
        status,
        of: status,
        detail: status === 'ok' ? null : 'disk_low',
        required: false,
      });
    });

  it('HLT-1: a folder that exists is measured, and one that does not is unavailable', async () => {
    expect((await reportOf(diskProbe(tmpdir()))).of).to.be.oneOf(['ok', 'degraded']);
    expect((await reportOf(diskProbe(join(tmpdir(), 'chancery', 'nowhere')))).of).to.equal('unavailable');
  });

  it('SES-11: a dead rotation of the signing keys is shown until somebody has acknowledged it', async () => {
    const tokens = Object.assign(new PlainTokenSigner(), { rotate: away });
    const { worker, clock: time, database, sql } = await world({ ports: { tokens } });
    const probe = signingKeysProbe(database);
    await worker.run('identity.rotate_signing_key');
    expect((await reportOf(probe)).of).to.equal('ok');

    // There are ten attempts, an hour apart at most.
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      time.advance({ hours: 2 });
      await worker.drain();
    }

    expect(await reportOf(probe)).to.deep.equal({
      status: 'degraded',
      of: 'degraded',
      detail: 'rotation_dead',
      required: false,
    });
    await sql(
      "update jobs set status = 'acknowledged', acknowledged_at = $1 where topic = 'identity.rotate_signing_key' and status = 'dead'",
      [time.now()],
    );
    expect((await reportOf(probe)).of).to.equal('ok');
  });

  it('HLT-1: every dependency is probed, and only those without which nothing works are required', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    const container = await openContainer(
      loadConfiguration({ CHANCERY_DATA_DIR: folder }),
      openLog('silent'),
    );
    const probes = await container.getAsync(tokens.probes);
    await container.unbindAllAsync();
    await rm(folder, { recursive: true });

    expect(probes.filter(({ required }) => required).map(({ name }) => name)).to.have.members([
      'database',
      'migrations',
      'key_ring',
    ]);
    expect(probes.map(({ name }) => name)).to.include.members([
      'key_vault',
      'blob_store',
      'queue',
      'outbox',
      'signing_keys',
      'mailer',
      'sms',
      'identity_apple',
      'identity_google',
      'billing',
      'engines',
      'seal',
      'disk',
    ]);
  });

  it('HLT-1: a seal whose key cannot be had is said at once, and that it can be had again after half a minute', async () => {
    let failure: Error | null = new SealFailure('seal.key_unavailable');
    const keys = {
      probe: async () => {
        if (failure !== null) throw failure;
      },
    };
    const probe = sealProbe(keys, clock);
    // Long before it would give up waiting for a first key.
    const late = () => new Promise((resolve) => setTimeout(resolve, 500, 'late'));
    const check = () => Promise.race([probe.check(new AbortController().signal), late()]);
    expect(await check()).to.deep.equal({ status: 'degraded', detail: 'key_unavailable' });

    failure = null;
    clock.advance({ seconds: 30 });
    expect(await check()).to.deep.equal({ status: 'ok' });
  });

  it('HLT-1: a seal whose first key is still being made is no fault', async () => {
    let made = () => {};
    const making = new Promise<void>((resolve) => {
      made = resolve;
    });
    const probe = sealProbe({ probe: () => making }, clock);
    expect(await probe.check(new AbortController().signal)).to.deep.equal({ status: 'ok' });
    made();
  });
});
