import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { EnginePool } from '@chancery/adapters-engines';
import { type Database, operatorJobs, type Replicas } from '@chancery/adapters-persistence';
import type {
  BillingProcessor,
  BlobStore,
  Clock,
  ContentScanner,
  HealthProbe,
  IdentityProvider,
  JobStore,
  KeyRing,
  KeyVault,
  OidcClient,
  Queue,
  SealKeyProvider,
} from '@chancery/core';
import { identity, SealFailure } from '@chancery/core';
import { secondsBetween, utf8 } from '@chancery/core/internal';

type Answer = Awaited<ReturnType<HealthProbe['check']>>;

const ok: Answer = { status: 'ok' };
const laggingSeconds = 5 * 60;
const leastFreeBytes = 512 * 1024 * 1024;
const leastFreeShare = 0.05;

export const databaseProbe = (database: Database): HealthProbe => ({
  name: 'database',
  required: true,
  async check() {
    await database.pool.query('select 1');
    return ok;
  },
});

/** Once no migration is pending none can become pending while this process runs, so the database is not asked again. */
export function migrationsProbe(database: Database): HealthProbe {
  let applied = false;
  return {
    name: 'migrations',
    required: true,
    async check() {
      applied ||= (await database.pendingMigrations()).length === 0;
      return applied ? ok : { status: 'unavailable', detail: 'migrations_pending' };
    },
  };
}

/** While a replica is away, or too far behind, the database answers what it would have answered. */
export const replicaProbe = (replicas: Pick<Replicas, 'figures'>): HealthProbe => ({
  name: 'replica',
  required: false,
  async check() {
    const figures = await replicas.figures();
    if (figures.read === 0) return { status: 'degraded', detail: 'not_read' };
    return figures.read < figures.replicas ? { status: 'degraded', detail: 'partly_read' } : ok;
  },
});

export const keyRingProbe = (keyRing: KeyRing): HealthProbe => ({
  name: 'key_ring',
  required: true,
  async check() {
    const opened = keyRing.open(keyRing.seal(utf8('probe'), 'health'), 'health');
    return Buffer.from(opened).toString() === 'probe' ? ok : { status: 'unavailable' };
  },
});

/** Records cannot be read or written while it is away; everything else goes on. */
export const keyVaultProbe = (vault: Pick<KeyVault, 'probe'>, clock: Clock): HealthProbe =>
  atMostEvery(30, clock, { name: 'key_vault', required: false, check: () => vault.probe().then(() => ok) });

export const blobStoreProbe = (blobs: BlobStore, clock: Clock): HealthProbe =>
  atMostEvery(30, clock, { name: 'blob_store', required: false, check: () => blobs.probe().then(() => ok) });

export const scannerProbe = (scanner: ContentScanner, configured: boolean, clock: Clock): HealthProbe =>
  atMostEvery(30, clock, {
    name: 'scanner',
    required: false,
    check: () =>
      configured ? scanner.probe().then(() => ok) : Promise.resolve({ status: 'not_configured' }),
  });

/** The processes that read files of strangers: whether one can be started, and whether another file may wait. */
export const enginesProbe = (engines: Pick<EnginePool, 'status'>): HealthProbe => ({
  name: 'engines',
  required: false,
  async check() {
    const { canStart, waiting, mostWaiting } = engines.status;
    if (!canStart) return { status: 'unavailable', detail: 'not_started' };
    return waiting < mostWaiting ? ok : { status: 'degraded', detail: 'overloaded' };
  },
});

/** Checks that the provider's keys are younger than a day; only older ones are fetched. */
export const identityProbe = (
  provider: IdentityProvider,
  oidc: OidcClient,
  configured: boolean,
  clock: Clock,
): HealthProbe =>
  atMostEvery(60, clock, {
    name: `identity_${provider}`,
    required: false,
    check: () =>
      configured ? oidc.probe(provider).then(() => ok) : Promise.resolve({ status: 'not_configured' }),
  });

/** Plans that are sold without a processor outside need nobody who could be away. */
export const billingProbe = (payments: Pick<BillingProcessor, 'kind' | 'isReachable'>): HealthProbe => ({
  name: 'billing',
  required: false,
  async check() {
    if (payments.kind === 'embedded') return { status: 'not_configured' };
    return payments.isReachable ? ok : { status: 'unavailable', detail: 'last_call_failed' };
  },
});

/** With the in-process queue there is no broker that could be missing. */
export const queueProbe = (queue: Queue, configured: boolean): HealthProbe => ({
  name: 'queue',
  required: false,
  async check() {
    if (!configured) return { status: 'not_configured' };
    await queue.probe();
    return ok;
  },
});

export const outboxProbe = (jobs: JobStore, clock: Clock): HealthProbe => ({
  name: 'outbox',
  required: false,
  check: async () =>
    (await jobs.oldestDueSeconds(clock.now())) < laggingSeconds
      ? ok
      : { status: 'degraded', detail: 'lagging' },
});

/** A daily job rotates the keys of access tokens; a dead one that nobody has acknowledged is shown here. */
export const signingKeysProbe = (database: Database): HealthProbe => ({
  name: 'signing_keys',
  required: false,
  async check() {
    const { topic } = identity.rotateSigningKey;
    const filter = { status: 'dead', queue: null, topic, workspaceId: null, limit: 1 };
    const dead = await operatorJobs(database).list(filter);
    return dead.length === 0 ? ok : { status: 'degraded', detail: 'rotation_dead' };
  },
});

/** How long an answer waits for the first root of seals, which takes seconds to make on a busy machine. */
const sealPatienceMilliseconds = 1000;

/**
 * Whether documents can be sealed; without that none is sent for signature, and everything else works. While it is being
 * tried, what was known last counts.
 */
export function sealProbe(keys: Pick<SealKeyProvider, 'probe'>, clock: Clock): HealthProbe {
  let known = ok;
  let trying: Promise<Answer> | null = null;
  const tried = async (): Promise<Answer> => {
    try {
      await keys.probe(clock.now());
      known = ok;
    } catch (error) {
      if (!(error instanceof SealFailure)) throw error;
      known = { status: 'degraded', detail: error.code.replace('seal.', '') };
    } finally {
      trying = null;
    }
    return known;
  };
  return atMostEvery(30, clock, {
    name: 'seal',
    required: false,
    check() {
      trying ??= tried();
      trying.catch(() => undefined);
      return Promise.race([
        trying,
        wait(sealPatienceMilliseconds, undefined, { ref: false }).then(() => known),
      ]);
    },
  });
}

/** A sender that can be probed is probed once a minute; without a sender nothing is sent, on purpose. */
export function senderProbe(
  name: 'mailer' | 'sms',
  sender: object,
  configured: boolean,
  clock: Clock,
): HealthProbe {
  const probe =
    'probe' in sender && typeof sender.probe === 'function'
      ? sender.probe.bind(sender)
      : async () => undefined;
  const check = async (): Promise<Answer> => {
    if (!configured) return { status: 'not_configured' };
    await probe();
    return ok;
  };
  return atMostEvery(60, clock, { name, required: false, check });
}

/** Size and free space of the file system of a folder. */
export type DiskMeasure = (
  directory: string,
) => Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>;

/** Probes the file system of the folder: writes need room, reads do not. */
export const diskProbe = (directory: string, measure: DiskMeasure = statfs): HealthProbe => ({
  name: 'disk',
  required: false,
  async check() {
    const { bavail, blocks, bsize } = await measure(directory);
    const room = bavail * bsize >= leastFreeBytes && bavail / blocks >= leastFreeShare;
    return room ? ok : { status: 'degraded', detail: 'disk_low' };
  },
});

/** Repeats a good answer for this long; after a bad one it probes again at once, so that recovery shows soon. */
function atMostEvery(seconds: number, clock: Clock, probe: HealthProbe): HealthProbe {
  let last: { readonly at: string; readonly answer: Answer } | null = null;
  return {
    ...probe,
    async check(signal) {
      if (last !== null && secondsBetween(last.at, clock.now()) < seconds) return last.answer;
      const at = clock.now();
      const answer = await probe.check(signal);
      last = { at, answer };
      return answer;
    },
  };
}
