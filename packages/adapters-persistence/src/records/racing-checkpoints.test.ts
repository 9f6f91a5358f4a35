import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Database, openPglite, openPostgres } from '../kernel/data-source.ts';
import { auditedOffice } from '../testing/audited-office.ts';
import { type BundledProcess, bundledProcess } from '../testing/bundled-process.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { PlainCheckpointSigner } from '../testing/doubles.ts';
import { copyMigratedDatabase } from '../testing/snapshot.ts';
import { failureOf } from '../testing/world.ts';

const asItIs = { seal: (bytes: Uint8Array) => bytes, open: (bytes: Uint8Array) => bytes };
const signer = () => ({ checkpointSigner: new PlainCheckpointSigner(asItIs) });

describe('checkpoints under races, on PostgreSQL', () => {
  it('REC-101: of many who checkpoint one ledger at once, over pools of their own, one does', async () => {
    const database = await postgresDatabase();
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = rows[0]?.name ?? '';
    const second = await openPostgres(url.href, { poolSize: 5 });
    const here = await auditedOffice({ database, ports: signer() });
    const other = await auditedOffice({ database: second, ports: signer() });
    for (let round = 0; round < 5; round += 1) {
      await here.projects(2);
      const asked = await Promise.all([
        ...Array.from({ length: 6 }, () => failureOf(here.checkpoint())),
        here.worker.run('audit.checkpoint').then(() => 'worker'),
        other.worker.run('audit.checkpoint').then(() => 'worker'),
      ]);
      expect(asked.filter((outcome) => outcome === 'none').length).to.be.at.most(1);
      const kept = await here.sql<{ size: string }>(
        'select size from audit_checkpoints where ledger_id = $1',
        [here.workspaceId],
      );
      expect(kept).to.have.length(round + 1);
    }
    expect(await here.verify()).to.deep.include({ ok: true, checkpointsChecked: 5 });
    await second.close();
    await database.close();
  });

  it('REC-101: what others append meanwhile is under no checkpoint that has been signed over less', async () => {
    const database = await postgresDatabase();
    const here = await auditedOffice({ database, ports: signer() });
    await Promise.all([
      here.projects(30),
      here.projects(30),
      (async () => {
        for (let at = 0; at < 8; at += 1) await failureOf(here.checkpoint());
      })(),
    ]);
    const report = await here.verify();
    expect(report).to.include({ ok: true });
    expect(report.checkpointsChecked).to.be.above(0);
    await database.close();
  });
});

const places = {
  /** Between the hashes of the tree and the checkpoint over them. */
  tile: 'audit_tiles',
  /** Between the checkpoint and its line in the ledger. */
  checkpoint: 'audit_checkpoints',
  /** Between the commit and the place outside. */
  sink: null,
} as const;

for (const kind of ['pglite', 'postgres'] as const)
  describe(`a process that is lost over a checkpoint, on ${kind}`, () => {
    let checkpointing: BundledProcess | undefined;
    before(async () => {
      checkpointing = await bundledProcess('packages/adapters-persistence/src/testing/checkpointing-process');
    });
    after(() => checkpointing?.remove());

    for (const [at, table] of Object.entries(places))
      it(`REC-71: at the ${at} it leaves nothing half done, and the next one goes on`, async () => {
        const { open, place, remove } = await anInstallation(kind);
        let database = await open();
        const made = await auditedOffice({ database, ports: signer() });
        // More than one tile of 256 hashes.
        await made.projects(260);
        const { workspaceId } = made;
        if (table !== null) await made.sql(sleepingAt(table));
        if (kind === 'pglite') await database.close();

        await killedAt(at, checkpointing?.script ?? '', [kind, place, workspaceId, at]);

        if (kind === 'pglite') database = await open();
        const after = await auditedOffice({ database, ports: signer() });
        // The database learns only when it answers that nobody listens to the transaction any more.
        await after.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event = 'PgSleep' and pid <> pg_backend_pid()`,
        );
        if (table !== null) await after.sql(`drop trigger sleeping on ${table}; drop function sleep_here()`);
        const kept = async () =>
          (
            await after.sql<{ size: string }>(
              'select size from audit_checkpoints where ledger_id = $1 order by size',
              [workspaceId],
            )
          ).length;
        const lines = async () =>
          (
            await after.sql(
              `select from audit_event where ledger_id = $1 and action = 'audit.checkpoint_issued'`,
              [workspaceId],
            )
          ).length;
        expect(await kept()).to.equal(at === 'sink' ? 1 : 0);
        expect(await lines()).to.equal(await kept());

        await after.worker.run('audit.checkpoint');
        // Longer than the lease of the job that the lost process held.
        after.clock.advance({ hours: 1 });
        await after.worker.drain();

        expect(await kept()).to.equal(1);
        expect(await lines()).to.equal(1);
        const outside = after.ports.checkpointSink.kept.filter(({ ledgerId }) => ledgerId === workspaceId);
        expect(outside).to.have.length(1);
        const [verdict] = await after.sql<{ reason: string | null }>(
          `select v.reason from (select set_config('app.workspace', $1, false)) s, lateral audit_verify($1) v`,
          [workspaceId],
        );
        expect(verdict?.reason).to.equal(null);
        await database.close();
        await remove();
      });
  });

const sleepingAt = (table: string) => `
  create function sleep_here() returns trigger language plpgsql as $$
  begin perform pg_sleep(600); return null; end $$;
  create trigger sleeping after insert on ${table} for each statement execute function sleep_here()`;

/** A database that another process can open after this one, or beside it. */
async function anInstallation(kind: 'pglite' | 'postgres'): Promise<{
  readonly place: string;
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}> {
  if (kind === 'postgres') {
    const database = await postgresDatabase();
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = rows[0]?.name ?? '';
    return { place: url.href, open: async () => database, remove: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'chancery-checkpoints-'));
  const place = join(folder, 'database');
  await copyMigratedDatabase(place);
  return { place, open: () => openPglite(place), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs the process until it has come to the place, and kills it there. */
async function killedAt(at: string, script: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const sign = at === 'sink' ? 'at the place outside' : 'begun';
  let output = '';
  for await (const part of child.stdout) {
    output += String(part);
    if (output.includes(sign)) break;
  }
  expect(output).to.include(sign);
  // Long enough to come to the statement that sleeps.
  if (at !== 'sink') await new Promise((resolve) => setTimeout(resolve, 3000));
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(output).to.satisfy((said: string) => said.includes('committed') === (at === 'sink'));
}
