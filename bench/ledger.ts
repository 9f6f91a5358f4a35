import { hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { openPglite, openPostgres } from '@chancery/adapters-persistence';
import { auditedOffice } from '@chancery/adapters-persistence/testing';
import { verifyExport } from '@chancery/verify/fast';
import pg from 'pg';
import { primitives } from '../packages/cli/src/audit-verdict.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder } from './harness/chancery-server.ts';
import { anEvent, seedLedger } from './harness/ledger-seed.ts';
import { mebibyte } from './harness/memory.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// The audit ledger: how fast it takes events, how fast it is verified in the database and offline, with how much memory, what a
// checkpoint and a proof cost at size, and how long other calls wait on the embedded database while it is verified.
const { events, seconds, rounds, embedded } = program({
  events: { usual: 1_000_000, short: 10_000 },
  seconds: { usual: 10, short: 1 },
  rounds: { usual: 3, short: 1 },
  embedded: { usual: 50_000, short: 2000 },
});
const writers = 10;

const folder = dataFolder();
const database = await benchDatabase();
try {
  await append();
  await atSize();
  await whileVerified();
} finally {
  await database.drop();
  folder.remove();
}

/** Transactions a second of ten writers. */
async function rate(
  statement: string,
  valuesOf: (ledgerId: string) => unknown[],
  ledgers: readonly string[],
) {
  const clients = await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client(database.url);
      await client.connect();
      return client;
    }),
  );
  const until = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    clients.map(async (client, writer) => {
      for (let at = writer; performance.now() < until; at += writers) {
        const ledgerId = ledgers[at % ledgers.length] ?? '';
        await client.query('begin');
        await client.query('set local role chancery_app');
        await client.query("select set_config('app.workspace', $1, true)", [ledgerId]);
        await client.query(statement, valuesOf(ledgerId));
        await client.query('commit');
        done += 1;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return done / seconds;
}

/** The ceiling is the same transaction with one statement that locks and counts up one row and inserts the same bytes. */
async function append(): Promise<void> {
  const { client } = database;
  await client.query(`
    create table bare_head (ledger_id text primary key, seq bigint not null);
    create table bare_event (ledger_id text, seq bigint, payload bytea, primary key (ledger_id, seq));
    grant select, insert, update on bare_head, bare_event to chancery_app`);
  const ceiling = `with head as (update bare_head set seq = seq + 1 where ledger_id = $1 returning seq)
    insert into bare_event select $1, seq, $2 from head`;
  const rows: (string | number)[][] = [];
  for (const count of [1, 100]) {
    const ledgers = Array.from({ length: count }, (_, at) => `workspace_bench_${count}_${at}`);
    for (const ledgerId of ledgers) {
      await seedLedger((text, values) => client.query(text, values), ledgerId, 0);
      await client.query('insert into bare_head values ($1, 0)', [ledgerId]);
    }
    const [bare, own]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(
        await rate(ceiling, (ledgerId) => [ledgerId, Buffer.from(anEvent(ledgerId, round))], ledgers),
      );
      own.push(
        await rate(
          'select * from audit_append($1, array[$2::bytea])',
          (ledgerId) => [ledgerId, Buffer.from(anEvent(ledgerId, round))],
          ledgers,
        ),
      );
    }
    const ratios = own.map((each, at) => each / (bare[at] ?? Number.NaN));
    rows.push([`${count}`, median(own).toFixed(0), median(bare).toFixed(0), median(ratios).toFixed(2)]);
  }
  printTable([`append, ${writers} writers; workspaces`, 'a second', 'one statement', 'ratio'], rows);
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  const result = await work();
  return [result, performance.now() - begun];
}

/** The most memory that this process has while the work runs, beyond what it has before. */
async function memoryOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const result = await work();
  clearInterval(watch);
  return [result, (most - before) / mebibyte];
}

async function atSize(): Promise<void> {
  const opened = await openPostgres(database.url, { poolSize: 4 });
  const here = await auditedOffice({ database: opened });
  const { owner, records, workspaceId } = here;
  await seedLedger((text, values) => database.client.query(text, values), workspaceId, events);
  await database.client.query('vacuum analyze audit_event');

  const [checkpoint, firstMilliseconds] = await timed(() => here.checkpoint());
  await here.projects(1);
  const [, nextMilliseconds] = await timed(() => here.checkpoint());
  const proofs: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const seq = 1 + Math.floor((at * (checkpoint.size - 1)) / 200);
    proofs.push((await timed(() => records.getAuditEventProof({ seq }, owner.session)))[1]);
  }
  const [, consistency] = await timed(() =>
    records.getAuditConsistency({ from: checkpoint.size }, owner.session),
  );
  printTable(
    [`milliseconds at ${checkpoint.size} events`, 'taken'],
    [
      ['first checkpoint, every hash of the tree made', firstMilliseconds.toFixed(0)],
      ['next checkpoint', nextMilliseconds.toFixed(0)],
      ['inclusion proof, p50', median(proofs).toFixed(1)],
      ['inclusion proof, p99', quantile(proofs, 0.99).toFixed(1)],
      ['consistency proof', consistency.toFixed(1)],
    ],
  );

  const walk = `select count(*) from audit_event where ledger_id = $1 and seq between $2 and $3
    and hash <> audit_entry_hash(prev_hash, seq, payload)`;
  const inDatabase = (statement: string) =>
    timed(async () => {
      await database.client.query("select set_config('app.workspace', $1, false)", [workspaceId]);
      for (let at = 1; at <= events; at += 20_000)
        await database.client.query(statement, [workspaceId, at, Math.min(at + 19_999, events)]);
    });
  const [bare, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push((events / (await inDatabase(walk))[1]) * 1000);
    own.push((events / (await inDatabase('select * from audit_verify($1, $2, $3)'))[1]) * 1000);
  }
  const [[report, verifying], verifyMemory] = await memoryOf(() => timed(() => wholeVerification(here)));
  const file = join(folder.path, 'export.ndjson');
  const [[, exporting], exportMemory] = await memoryOf(() =>
    timed(async () => {
      const { content, delivering } = await records.exportAuditEvents({}, owner.session);
      await delivering?.({ fromStart: true });
      await pipeline(content as AsyncIterable<string>, createWriteStream(file));
    }),
  );
  const vkeys = await here.keys();
  const bareReads: number[] = [];
  const checks: number[] = [];
  let offline = '';
  const [, offlineMemory] = await memoryOf(async () => {
    for (let round = 0; round < rounds; round += 1) {
      bareReads.push((await timed(() => parsedAndHashed(file)))[1]);
      const [{ ok, reason }, checking] = await timed(() =>
        verifyExport(() => createReadStream(file), { vkeys }, primitives),
      );
      checks.push(checking);
      offline = ok ? 'ok' : `${reason}`;
    }
  });
  const offlineRatios = checks.map((each, at) => (bareReads[at] ?? Number.NaN) / each);
  const aSecond = (milliseconds: number) => ((events / milliseconds) * 1000).toFixed(0);
  const ratios = own.map((each, at) => each / (bare[at] ?? Number.NaN));
  printTable(
    ['rows', 'a second', 'MiB more', 'outcome'],
    [
      ['bare walk in SQL', median(bare).toFixed(0), '', ''],
      ['audit_verify', median(own).toFixed(0), '', `${median(ratios).toFixed(2)} of the bare walk`],
      ['verify of the API, with the tree', aSecond(verifying), verifyMemory.toFixed(0), report],
      ['export', aSecond(exporting), exportMemory.toFixed(0), ''],
      ['lines parsed, rows hashed, nothing compared', aSecond(median(bareReads)), '', ''],
      [
        'offline, from the file',
        aSecond(median(checks)),
        offlineMemory.toFixed(0),
        `${offline}, ${median(offlineRatios).toFixed(2)} of that`,
      ],
    ],
  );
  await opened.close();
}

/**
 * The least that a program does which looks at the same file: each line and its payload through `JSON.parse`, and the three
 * hashes of a row, of its entry, its leaf and, as often as there are rows, a node of the tree.
 */
async function parsedAndHashed(file: string): Promise<void> {
  let last: string | undefined;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { seq, prevHash, payload } = JSON.parse(line);
    if (payload === undefined) continue;
    JSON.parse(payload);
    const entry = hash('sha256', `${prevHash}${seq}${payload}`, 'binary');
    const leaf = hash('sha256', entry, 'binary');
    last = hash('sha256', `${last ?? leaf}${leaf}`, 'binary');
  }
}

async function wholeVerification(here: Awaited<ReturnType<typeof auditedOffice>>): Promise<string> {
  for (let fromSeq = 1; ; ) {
    const report = await here.verify({ fromSeq, maxSeconds: 55 });
    if (!report.ok || report.nextFromSeq === null)
      return report.ok ? 'ok' : `${report.firstBadSeq} ${report.reason}`;
    fromSeq = report.nextFromSeq;
  }
}

/** Other calls on the embedded database, which has one connection, with and without a verification beside them. */
async function whileVerified(): Promise<void> {
  const opened = await openPglite(join(folder.path, 'database'));
  await opened.migrate();
  const here = await auditedOffice({ database: opened });
  await seedLedger((text, values) => opened.pool.query(text, values), here.workspaceId, embedded);
  await here.checkpoint();
  const calls = async (until: () => boolean) => {
    const times: number[] = [];
    while (!until()) {
      times.push((await timed(() => here.chancery.workspace.listProjects({}, here.owner.session)))[1]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return times;
  };
  const end = performance.now() + seconds * 1000;
  const idle = await calls(() => performance.now() > end);
  let isOver = false;
  const [busy, [outcome, milliseconds]] = await Promise.all([
    calls(() => isOver),
    timed(() => wholeVerification(here)).finally(() => {
      isOver = true;
    }),
  ]);
  const row = (name: string, times: readonly number[]) => [
    name,
    times.length,
    ...[0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1)),
  ];
  printTable(
    [`other calls on PGlite, ${embedded} events`, 'calls', 'p50 ms', 'p99 ms', 'most'],
    [row('alone', idle), row('during a verification', busy)],
  );
  console.log(
    `verified: ${outcome}, ${((embedded / milliseconds) * 1000).toFixed(0)} rows a second beside them`,
  );
  await opened.close();
  if (quantile(busy, 0.99) >= 250) throw new Error('Other calls wait too long');
}
