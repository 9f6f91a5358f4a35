import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import pg from 'pg';
import { programOf } from '../testing/server-process.ts';
import { type Installation, openInstallation } from './testing/installation.ts';
import { ownPostgres } from './testing/own-postgres.ts';
import { signLedgerOf } from './testing/practice.ts';
import { bytesOf } from './testing/signing-story.ts';

describe('records 13, walk-through 8: the database administrator rewrites history', () => {
  let installation: Installation;
  let database: Awaited<ReturnType<typeof ownPostgres>>;
  let administrator: pg.Client;
  let folder: string;
  let ada: Chancery;
  before(async () => {
    database = await ownPostgres();
    folder = await mkdtemp(join(tmpdir(), 'chancery-auditor-'));
    installation = await openInstallation({ CHANCERY_DATABASE_URL: database.url });
    administrator = new pg.Client(database.url);
    await administrator.connect();
    ada = await installation.register('ada@example.com', 'Ada');
  });
  after(async () => {
    await administrator?.end();
    await installation?.close();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('the chain alone says ok, and a checkpoint that an auditor kept does not', async () => {
    await ada.workspace.createProject({ name: 'Merger' });
    await signLedgerOf(ada);
    const { checkpoints, vkeys } = await ada.records.listAuditCheckpoints();
    const kept = checkpoints[0];
    const march = join(folder, 'march.txt');
    await writeFile(march, kept?.text ?? '');
    await ada.workspace.createProject({ name: 'Acquisition' });
    const verify = async () => (await ada.records.verifyAuditLedger({})).verification;
    expect(await verify()).to.include({ ok: true, checkpointsChecked: 1 });

    const { rows } = await administrator.query<{ ledger_id: string; seq: string; payload: Buffer }>(
      `select e.ledger_id, e.seq, e.payload from audit_event e
       where e.action = 'project.created' order by e.seq limit 1`,
    );
    const [row] = rows;
    const {
      ledger_id: ledgerId,
      seq,
      payload,
    } = row ?? { ledger_id: '', seq: '0', payload: Buffer.alloc(0) };
    const other = Buffer.from(payload.toString().replace(/"correlationId":"[0-9a-f]/, '"correlationId":"f'));
    expect(other.equals(payload)).to.equal(false);
    await rewritten(ledgerId, seq, other);

    // All hashes are right, and so the database finds nothing but at the checkpoint.
    const chain = await administrator.query(
      `select v.reason from (select set_config('app.workspace', $1, false)) s, lateral audit_verify($1) v`,
      [ledgerId],
    );
    expect(chain.rows[0]?.reason).to.equal(null);
    expect(await verify()).to.include({ ok: false, reason: 'checkpoint_mismatch', firstBadSeq: 1 });

    const exported = join(folder, 'export.ndjson');
    await writeFile(exported, await bytesOf(ada.records.exportAuditEvents({})));
    const judged = ['audit', 'verify', exported, '--checkpoint', march, '--vkey', vkeys[0]?.vkey ?? ''];
    expect(await exitCodeOf(judged)).to.equal(1);

    await rewritten(ledgerId, seq, payload);
    expect(await verify()).to.include({ ok: true });
    await writeFile(exported, await bytesOf(ada.records.exportAuditEvents({})));
    expect(await exitCodeOf(judged)).to.equal(0);
  });

  /** With the trigger dropped the payload is replaced, and every later hash and the head are made anew. */
  async function rewritten(ledgerId: string, seq: string, payload: Buffer): Promise<void> {
    await administrator.query('alter table audit_event disable trigger audit_event_immutable');
    await administrator.query('update audit_event set payload = $3 where ledger_id = $1 and seq = $2', [
      ledgerId,
      seq,
      payload,
    ]);
    await administrator.query(`
      do $$
      declare event audit_event; prev bytea;
      begin
        select prev_hash into prev from audit_event where ledger_id = '${ledgerId}' and seq = ${seq};
        for event in select * from audit_event where ledger_id = '${ledgerId}' and seq >= ${seq} order by seq loop
          update audit_event set prev_hash = prev, hash = audit_entry_hash(prev, event.seq, event.payload)
          where ledger_id = event.ledger_id and seq = event.seq returning hash into prev;
        end loop;
        update audit_head set last_hash = prev where ledger_id = '${ledgerId}';
      end $$`);
    await administrator.query('alter table audit_event enable always trigger audit_event_immutable');
  }
});

/** Of the command on another machine: it is given files, and neither a server nor an account. */
const exitCodeOf = (args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    execFile(process.execPath, [...programOf('cli'), ...args], (error) =>
      resolve(error === null ? 0 : Number(error.code ?? -1)),
    );
  });
