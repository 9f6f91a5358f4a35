import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, isBackupUnderWay, openPglite, withSnapshot } from '@chancery/adapters-persistence';
import { MemoryBlobs, postgresDatabase } from '@chancery/adapters-persistence/testing';
import { DiskBlobStore, S3BlobStore } from '@chancery/adapters-services';
import { expect } from 'chai';
import { loopbackS3 } from '../../../adapters-services/src/blobs/testing/loopback-s3.ts';
import { openApplication } from '../application.ts';
import { loadConfiguration } from '../configuration.ts';
import { openLog } from '../log.ts';
import { commandOutput, type HostedWorld, hostedWorld } from '../testing/host-command.ts';
import { programOf, until } from '../testing/server-process.ts';
import { backupCommand } from './backup-command.ts';
import { HeldBlobStore } from './held-blob-store.ts';
import { makeBackup } from './make-backup.ts';
import { restoreCommand } from './restore-command.ts';

const masterKey = `one:${Buffer.alloc(32, 1).toString('base64')}`;

describe('backup and restore', () => {
  let here: HostedWorld;
  let folder: string;
  let environment: Readonly<Record<string, string | undefined>>;
  let whole: string;
  const blobKey = () => `ws/${here.workspaceId}/up/01900000-0000-7000-8000-00000000000a/whole`;
  const at = (name: string) => join(folder, name);
  const backup = (name: string, more: object = {}, variables: object = {}) =>
    commandOutput(() =>
      backupCommand({ ...environment, ...variables }, { folder: at(name), json: true, ...more }),
    );
  /** Restores into a data folder of this name, with an embedded database. */
  const restore = (name: string, into: string, more: object = {}) =>
    commandOutput(() =>
      restoreCommand(
        {
          CHANCERY_DATA_DIR: at(into),
          CHANCERY_LOG_LEVEL: 'silent',
          CHANCERY_MASTER_KEY: masterKey,
          ...more,
        },
        { folder: at(name), json: true },
      ),
    );

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    here = await hostedWorld();
    environment = { ...here.environment, CHANCERY_MASTER_KEY: masterKey };
    // A server that has started once has made its root secret.
    const application = await openApplication(loadConfiguration(environment), openLog('silent'));
    await application.prepare();
    await application.close();
    const { project } = await here.chancery.workspace.createProject({ name: 'Lines' }, here.owner.session);
    await here.sql('update projects set name = $2 where id = $1', [
      project.id,
      'Line one\nLine two \\ tab\t',
    ]);
    await here.sql(
      `insert into upload_sessions (id, workspace_id, purpose, status, file_name, size_bytes, sha256, chunk_size_bytes, chunk_count,
         expires_at, created_by_user_id, blob_key, created_at, updated_at, version)
       values (gen_random_uuid(), $1, 'document', 'completed', 'a.pdf', 3, 'x', 3, 1, now(), $2, $3, now(), now(), 1)`,
      [here.workspaceId, here.owner.id, blobKey()],
    );
    await new DiskBlobStore(join(String(environment.CHANCERY_DATA_DIR), 'blobs')).put(
      blobKey(),
      Buffer.from('abc'),
    );
    whole = at('whole');
    expect(await backup('whole')).to.deep.include({ code: 0, said: '' });
  });
  after(async () => {
    await here?.end();
    await rm(folder, { recursive: true });
  });

  it('HLT-6: a folder that is not empty, a key file that is not there and migrations that are pending are refused in a sentence', async () => {
    const [occupied, withoutKey] = [await backup('whole'), await backup('keys', { withKeys: true })];

    await here.sql("update migrations set name = name || '-of-before' where id = 1");
    const pending = await backup('pending');
    await here.sql("update migrations set name = replace(name, '-of-before', '') where id = 1");

    expect([occupied.code, withoutKey.code, pending.code]).to.deep.equal([5, 5, 5]);
    expect(pending.said).to.include('The database is not up to date');
    expect(occupied.said).to.include('is not empty');
    expect(withoutKey.said).to.include('CHANCERY_MASTER_KEY');
    expect(existsSync(join(whole, 'manifest.json'))).to.equal(true);
  });

  it('HLT-6: a backup with one changed, shortened or missing file is refused before anything is written', async () => {
    const files = ['tables/projects.copy', `blobs/${blobKey()}`, 'blobs.ndjson', 'manifest.json'];
    for (const [index, file] of files.entries())
      for (const damage of ['changed', 'shortened', 'missing'] as const) {
        const name = `damaged-${index}-${damage}`;
        await cp(whole, at(name), { recursive: true });
        const path = join(at(name), file);
        if (damage === 'missing') await rm(path);
        else {
          const bytes = await readFile(path);
          const last = bytes.length - 2;
          bytes[last] = (bytes[last] ?? 0) ^ 1;
          await writeFile(path, damage === 'changed' ? bytes : bytes.subarray(0, last));
        }

        const { code, said } = await restore(name, 'never');

        expect([file, damage, code]).to.deep.equal([file, damage, 5]);
        expect(said).to.match(/damaged|There is no manifest\.json/);
        expect(existsSync(at('never/database'))).to.equal(false);
      }
  });

  it('HLT-6: a backup that is killed in the middle has no manifest, and restore refuses it', async () => {
    const blocked = await here.database.pool.connect();
    await blocked.query('begin; lock table workspace_invitations in access exclusive mode');
    const child = spawn(process.execPath, [...programOf('server'), 'backup', at('killed')], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    try {
      await until(
        async () => existsSync(at('killed/tables/accounts.copy')),
        () => 'the backup never began',
        120,
      );
      child.kill('SIGKILL');
      await once(child, 'exit');
    } finally {
      await blocked.query('rollback');
      blocked.release();
    }

    expect(await readdir(at('killed'))).to.not.include('manifest.json');
    const { code, said } = await restore('killed', 'never');
    expect(code).to.equal(5);
    expect(said).to.include('no backup, or one that was not finished');
  });

  it('HLT-6: a backup that fails leaves an empty folder; one that misses a file of the store is made only if it is told so', async () => {
    const store = new DiskBlobStore(join(String(environment.CHANCERY_DATA_DIR), 'blobs'));
    await store.delete(blobKey());

    const refused = await backup('lost');
    const left = await readdir(at('lost'));
    const made = await backup('lost', { despiteLostFiles: true });
    await store.put(blobKey(), Buffer.from('abc'));

    expect(refused.code).to.equal(5);
    expect(refused.said).to.include(blobKey());
    expect(left).to.deep.equal([]);
    expect(made.answer).to.deep.include({ files: 0, lostFiles: 1 });
  });

  it('HLT-6: restore refuses a database or a blob store with something in it, and leaves both as they were', async () => {
    const occupied = await restore('whole', 'occupied', {
      CHANCERY_DATABASE_URL: environment.CHANCERY_DATABASE_URL,
    });
    await new DiskBlobStore(at('other/blobs')).put('ws/else', Buffer.from('x'));
    const others = await restore('whole', 'other');

    expect([occupied.code, others.code]).to.deep.equal([5, 5]);
    expect(occupied.said).to.include('The database is not empty');
    expect(others.said).to.include('The blob store is not empty');
    expect(await readdir(at('other/blobs/ws'))).to.deep.equal(['else']);
    expect(await here.sql('select 1 from projects')).to.not.deep.equal([]);
  });

  it('HLT-6: with no master key or another one nothing is restored, and with the right one the same folder takes it up', async () => {
    const other = `one:${Buffer.alloc(32, 2).toString('base64')}`;
    const without = await restore('whole', 'place', { CHANCERY_MASTER_KEY: '' });
    const wrong = await restore('whole', 'place', { CHANCERY_MASTER_KEY: other });
    const blobsOfFailed = await readdir(at('place/blobs'));
    const right = await restore('whole', 'place');

    expect([without.code, wrong.code, right.code]).to.deep.equal([5, 5, 0]);
    expect(without.said).to.include('There is no master key');
    expect(wrong.said).to.include('not that of the backup');
    expect(blobsOfFailed).to.deep.equal(['~incoming']);
    expect(existsSync(at('place/master.key'))).to.equal(false);
    const restored = await openPglite(at('place/database'));
    const { rows } = await restored.pool.query("select name from projects where name like 'Line%'");
    await restored.close();
    expect(rows).to.deep.equal([{ name: 'Line one\nLine two \\ tab\t' }]);
  });

  it('HLT-6: the files of a bucket come back into another bucket', async () => {
    const [one, other] = [await loopbackS3(), await loopbackS3()];
    const [from, to] = [one.url(), other.url()];
    try {
      await new S3BlobStore(from).put(blobKey(), Buffer.from('abc'));
      const made = await backup('bucket', {}, { CHANCERY_BLOB_URL: from });
      const restored = await restore('bucket', 'bucket-data', { CHANCERY_BLOB_URL: to });

      expect([made.said, restored.said]).to.deep.equal(['', '']);
      expect(restored.answer).to.deep.include({ files: 1, lostFiles: 0 });
      expect(await new S3BlobStore(to).head(blobKey())).to.deep.equal({ sizeBytes: 3 });
    } finally {
      await one.close();
      await other.close();
    }
  });

  it('HLT-6: a ledger that does not verify is not restored, although the backup is as it was written', async () => {
    const database = await postgresDatabase();
    try {
      const broken = at('broken');
      await copyWithBrokenLedger(database, broken);
      const { code, said } = await restore('broken', 'ledger');
      expect(code).to.equal(5);
      expect(said).to.match(/The audit ledger installation does not verify: hash_mismatch at line 1/);
      const target = await openPglite(at('ledger/database'));
      const { rows } = await target.pool.query('select 1 from audit_event');
      await target.close();
      expect(rows).to.deep.equal([]);
    } finally {
      await database.close();
    }
  });

  it('HLT-6: while a backup is under way no process deletes an object, and afterwards they do', async () => {
    const inner = new MemoryBlobs();
    const store = new HeldBlobStore(inner, () => isBackupUnderWay(here.database));
    await inner.put('kept', Buffer.from('x'));
    const bulk = await here.database.bulk();
    await withSnapshot(bulk, async () => store.delete('kept'));
    // The objects are copied after the snapshot, and the connection shows that this goes on.
    await store.delete('kept');
    const during = await store.head('kept');
    await bulk.end();
    await store.delete('kept');

    expect([during, await store.head('kept')]).to.deep.equal([{ sizeBytes: 1 }, null]);

    await inner.put('kept', Buffer.from('x'));
    const free = store.hold();
    await store.delete('kept');
    expect(await store.head('kept')).to.not.equal(null);
    free();
    await store.delete('kept');
    expect(await store.head('kept')).to.equal(null);
  });

  it('HLT-6: who passes no row-level security reads every row as chancery_backup, and no backup is made if a policy is missing', async () => {
    const bulk = await here.database.bulk();
    try {
      await bulk.client.query('set role chancery_backup');
      const read = await withSnapshot(bulk, async ({ tables, copy }) => {
        const counts: Record<string, number> = {};
        for (const table of tables)
          counts[table.name] = (
            await copy(table, async (rows) => {
              for await (const _ of rows);
            })
          ).rows;
        return counts;
      });
      const there = Object.fromEntries(
        await Promise.all(
          Object.keys(read).map(async (name) => {
            const [row] = await here.sql<{ count: number }>(`select count(*)::int "count" from ${name}`);
            return [name, row?.count];
          }),
        ),
      );
      expect(read).to.deep.equal(there);
      expect(there.projects).to.be.above(0);

      await here.sql('drop policy backup on admission_devices');
      await here.sql('create policy narrower on projects as restrictive for select using (false)');
      const refusal = await withSnapshot(bulk, async () => 'made').catch((error: Error) => error.message);
      expect(refusal).to.include('admission_devices, projects: run chancery migrate');
    } finally {
      await bulk.end();
      await here.sql('drop policy if exists narrower on projects');
      await here.database.migrate();
    }
    expect(
      await here.sql(
        "select polname from pg_policy where polrelid = 'admission_devices'::regclass and polname = 'backup'",
      ),
    ).to.have.lengthOf(1);
  });

  /** A backup, right in itself, of a database in whose ledger an event was changed by force. */
  async function copyWithBrokenLedger(database: Database, into: string): Promise<void> {
    await database.pool.query(
      `select set_config('app.ledgers', 'installation', false); select audit_open('installation')`,
    );
    await database.pool.query(
      `insert into audit_event (ledger_id, seq, prev_hash, hash, payload, id, occurred_at, action, outcome, actor_kind, target_kind, target_id, labels)
       values ('installation', 1, audit_genesis_hash('installation'), '\\x00', '\\x7b7d', gen_random_uuid(), now(), 'a', 'o', 'k', 't', 'i', '{}');
       update audit_head set last_seq = 1, last_hash = '\\x00'`,
    );
    await makeBackup(
      {
        database,
        blobs: new MemoryBlobs(),
        hold: () => () => undefined,
        now: new Date().toISOString(),
        tell: () => undefined,
      },
      { folder: into, masterKey: null, despiteLostFiles: false },
    );
  }
});
