import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPglite, shippedMigrations } from '@chancery/adapters-persistence';
import { MemoryBlobs } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { makeBackup } from './make-backup.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

describe('a backup of another version', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  after(() => rm(folder, { recursive: true }));

  const target = (into: Database[] = []) => ({
    async open(only: readonly string[]) {
      const database = await openPglite('memory', { only });
      into.push(database);
      return { ...database, close: async () => undefined };
    },
    blobs: new MemoryBlobs(),
    putKey: async () => async () => undefined,
    checkKeys: async () => undefined,
    tell: () => undefined,
  });

  it('HLT-6: one from before a migration is restored as it was, and the migration follows it', async () => {
    const before = shippedMigrations.slice(0, -1);
    const old = await openPglite('memory', { only: before });
    await old.migrate();
    await old.pool.query(
      `insert into accounts (id, display_name, locale, time_zone, status, created_at, updated_at, version)
       values ('usr_1', 'Ada', 'en', 'UTC', 'active', now(), now(), 1)`,
    );
    const thatVersion = { ...old, pendingMigrations: async () => [] };
    const wish = { folder, masterKey: null, despiteLostFiles: false };
    const source = { database: thatVersion, blobs: new MemoryBlobs(), hold: () => () => undefined };
    await makeBackup({ ...source, now: new Date().toISOString(), tell: () => undefined }, wish);
    await old.close();

    const opened: Database[] = [];
    await restoreBackup(folder, target(opened));

    const [restored] = opened;
    expect(await restored?.pendingMigrations()).to.deep.equal(shippedMigrations.slice(-1));
    const { rows } = (await restored?.pool.query('select display_name from accounts')) ?? {};
    expect(rows).to.deep.equal([{ display_name: 'Ada' }]);
    await restored?.close();
  });

  it('HLT-6: one from a newer version is refused before anything is opened', async () => {
    const manifest = await readManifest(folder);
    await writeManifest(folder, { ...manifest, migrations: [...manifest.migrations, 'Later1800000000000'] });

    const opened: Database[] = [];
    const refusal = await restoreBackup(folder, target(opened)).catch((error: Error) => error.message);

    expect(refusal).to.include('made by a newer version');
    expect(opened).to.deep.equal([]);
  });
});
