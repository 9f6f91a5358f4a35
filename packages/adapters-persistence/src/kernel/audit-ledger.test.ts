import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AuditPayload, type AuditProjection, type LedgerAppend, verifyLedger } from '@chancery/core';
import { bytesOfHex, encodePayload, INSTALLATION_LEDGER, projectionOf } from '@chancery/core/internal';
import { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { AuditLedger0002 } from '../migrations/0002-audit-ledger.ts';
import { IntactLedgers0330 } from '../migrations/0330-intact-ledgers.ts';
import { auditLedger, type LedgerQuery } from './audit-ledger.ts';

interface VectorRow {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly payload?: string;
  readonly payloadBase64?: string;
}
interface VectorLedger {
  readonly name: string;
  readonly workspaceId: string;
  readonly rows: readonly VectorRow[];
  readonly head: { readonly seq: number; readonly hash: string };
}
interface VectorTampering extends VectorLedger {
  readonly details: readonly { readonly seq: number; readonly salt: string; readonly value: unknown }[];
  readonly pinnedCheckpoints: readonly string[];
  readonly projections: readonly (Partial<AuditProjection> & { readonly seq: number })[];
  readonly expected: {
    readonly ok: boolean;
    readonly firstBadSeq: number | null;
    readonly reason: string | null;
  };
}
const vectors: { readonly chains: readonly VectorLedger[]; readonly tampering: readonly VectorTampering[] } =
  JSON.parse(readFileSync(new URL('../../../verify/src/testing/audit-chain.json', import.meta.url), 'utf8'));
const payloadBytes = ({ payload, payloadBase64 }: VectorRow) =>
  payload === undefined ? Buffer.from(payloadBase64 ?? '', 'base64') : Buffer.from(payload);

/** Opens one connection as the owner of the tables. */
interface Connection {
  readonly query: LedgerQuery;
  readonly script: (statements: string) => Promise<unknown>;
  close(): Promise<void>;
}
interface Bench extends Connection {
  /** Opens another connection to the same database; PGlite has only one. */
  connect(): Promise<Connection>;
}

const roles = ['chancery_app', 'chancery_identity'];
const createRole = (name: string) =>
  `do $$ begin create role ${name} nologin; exception when duplicate_object or unique_violation then null; end $$`;
const migrationRunner = ({ script }: Connection) =>
  // The migration uses nothing else of a query runner.
  ({ query: (statements: string) => script(statements) }) as QueryRunner;

async function openPglite(): Promise<Bench> {
  const database = await PGlite.create();
  return {
    query: async (sql, params) => (await database.query(sql, params)).rows,
    script: (statements) => database.exec(statements),
    close: () => database.close(),
    connect: () => Promise.reject(new Error('PGlite has one connection')),
  };
}

/** Opens a database that is owned by a role that is no superuser and does not bypass row-level security. */
async function openPostgres(): Promise<Bench> {
  const url = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
  const name = `chancery_ledger_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  const server = await postgresConnection(url);
  for (const role of roles) await server.script(createRole(role));
  await server.script(`create role ${name} login password '${password}' in role ${roles.join(', ')}`);
  await server.script(`create database ${name} owner ${name}`);
  const ownUrl = new URL(url);
  ownUrl.pathname = name;
  ownUrl.username = name;
  ownUrl.password = password;
  const connect = () => postgresConnection(ownUrl.href);
  const connection = await connect();
  return {
    ...connection,
    connect,
    async close() {
      await connection.close();
      await server.script(`drop database ${name}`);
      await server.script(`drop role ${name}`);
      await server.close();
    },
  };
}

async function postgresConnection(url: string): Promise<Connection> {
  const client = new pg.Client(url);
  await client.connect();
  return {
    query: async (sql, params) => (await client.query(sql, params)).rows,
    script: (statements) => client.query(statements),
    close: () => client.end(),
  };
}

/** Runs the work in one transaction under the application's role in the workspace. */
async function asApplication<T>(
  on: Connection,
  workspaceId: string,
  work: (query: LedgerQuery) => Promise<T>,
): Promise<T> {
  await on.script('begin; set local role chancery_app');
  try {
    await on.query("select set_config('app.workspace', $1, true)", [workspaceId]);
    const result = await work(on.query);
    await on.script('commit');
    return result;
  } catch (error) {
    await on.script('rollback');
    throw error;
  }
}

/** Runs the work as the owner and rolls it back. */
async function undone<T>(on: Connection, workspaceId: string, work: () => Promise<T>): Promise<T> {
  await on.script('begin');
  try {
    await on.query("select set_config('app.workspace', $1, true)", [workspaceId]);
    return await work();
  } finally {
    await on.script('rollback');
  }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  );
const aWorkspace = () => `workspace_${randomBytes(13).toString('hex')}`;
const anEvent = (workspaceId: string, changes: Partial<AuditPayload> = {}): LedgerAppend => {
  const requestId = randomUUID();
  const payload = encodePayload({
    v: 1,
    id: randomUUID(),
    workspaceId,
    occurredAt: '2026-05-04T09:30:00.000Z',
    action: 'case.read',
    outcome: 'success',
    actor: { kind: 'user', id: 'usr_8c2dd17a1baf7035a7ac240e1f1cdf25', sessionId: null },
    access: { basis: 'role', grantId: null },
    purposeOfUse: null,
    labels: ['restricted', 'executive'],
    target: { kind: 'case', id: randomUUID(), version: null },
    refs: { subjectId: null, caseId: null, artifactId: null },
    facts: {},
    detail: null,
    requestId,
    correlationId: requestId,
    ...changes,
  });
  return { payload, detail: null };
};

/** Faults that the database cannot see by recomputing: for these it would need the canonical form, the opened details or outside roots. */
const seenByTheDatabase = ({ expected, rows, pinnedCheckpoints }: VectorTampering) => {
  const unseen =
    expected.reason?.startsWith('detail_') ||
    expected.reason === 'checkpoint_mismatch' ||
    (expected.reason === 'truncated' && pinnedCheckpoints.length > 0) ||
    (expected.reason === 'not_canonical' && rows.every(({ payload }) => payload !== undefined));
  return unseen ? { ok: true, firstBadSeq: null, reason: null } : expected;
};

/** A chain of the same name may exist already, and the trigger would keep it. */
const emptied =
  'drop trigger audit_event_immutable on audit_event; delete from audit_event; delete from audit_head';

/** Inserts the rows as a database administrator would who first dropped whatever prevents it. */
async function forge(on: Connection, ledger: VectorTampering): Promise<void> {
  const { workspaceId, rows, head } = ledger;
  await on.script('alter table audit_event drop constraint audit_event_pkey; drop index audit_event_id');
  await on.query(`insert into audit_head values ($1, $2::bigint, decode($3, 'hex'))`, [
    workspaceId,
    head.seq,
    head.hash,
  ]);
  const readable = rows.find(({ payload }) => payload !== undefined)?.payload ?? '';
  for (const row of rows) {
    const columns = projectionOf(JSON.parse(row.payload ?? readable));
    const forged = { ...columns, ...ledger.projections.find(({ seq }) => seq === row.seq) };
    await on.query(
      `insert into audit_event values ($1, $2::bigint, decode($3, 'hex'), decode($4, 'hex'), decode($5, 'hex'),
         $6::text::uuid, $7::text::timestamptz, $8, $9, $10, $11, $12, $13, $14, $15::bigint, $16::text::uuid,
         $17::text::uuid, $18::text::uuid, $19::text::text[])`,
      [
        ...[workspaceId, row.seq, row.prevHash, row.hash, payloadBytes(row).toString('hex')],
        ...[forged.id, forged.occurredAt, forged.action, forged.outcome, forged.actorKind, forged.actorId],
        ...[forged.purposeOfUse, forged.targetKind, forged.targetId, forged.targetVersion],
        ...[forged.subjectId, forged.caseId, forged.artifactId, `{${forged.labels.join(',')}}`],
      ],
    );
  }
}

for (const [name, open] of [
  ['PGlite', openPglite],
  ['PostgreSQL under an owner without superuser', openPostgres],
] as const) {
  describe(`auditLedger on ${name}`, () => {
    let bench: Bench;
    before(async () => {
      bench = await open();
      for (const role of roles) if (name === 'PGlite') await bench.script(createRole(role));
      await new AuditLedger0002().up(migrationRunner(bench));
      await new IntactLedgers0330().up(migrationRunner(bench));
    });
    after(() => bench.close());

    const inWorkspace = <T>(
      workspaceId: string,
      work: (ledger: ReturnType<typeof auditLedger>) => Promise<T>,
    ) => asApplication(bench, workspaceId, (query) => work(auditLedger(query)));

    for (const chain of vectors.chains) {
      it(`REC-70: reproduces the chain ${chain.name}`, async () => {
        const { workspaceId, rows, head } = chain;
        await inWorkspace(workspaceId, (ledger) => ledger.open(workspaceId));
        const events = rows.map((row) => ({ payload: payloadBytes(row), detail: null }));
        const appended = [
          ...(await inWorkspace(workspaceId, (ledger) => ledger.append(workspaceId, events.slice(0, 4)))),
          ...(await inWorkspace(workspaceId, (ledger) => ledger.append(workspaceId, events.slice(4)))),
        ];

        expect(appended).to.deep.equal(rows.map(({ seq, hash }) => ({ seq, hash })));
        expect(await inWorkspace(workspaceId, (ledger) => ledger.head(workspaceId))).to.deep.equal(head);
        const read = await inWorkspace(workspaceId, (ledger) => ledger.read(workspaceId, 1, rows.length));
        expect(read.map(({ payload }) => Buffer.from(payload).toString())).to.deep.equal(
          rows.map(({ payload }) => payload),
        );
        expect(read.map(({ projection }) => projection)).to.deep.equal(
          rows.map(({ payload }) => projectionOf(JSON.parse(payload ?? ''))),
        );
        const verdict = await inWorkspace(workspaceId, (ledger) => ledger.verify(workspaceId));
        expect(verdict).to.deep.equal({
          ok: true,
          firstBadSeq: null,
          reason: null,
          eventsChecked: rows.length,
        });
      });
    }

    for (const tampered of vectors.tampering) {
      it(`REC-70: ${tampered.name}: ${tampered.expected.reason ?? 'ok'}`, async () => {
        await undone(bench, tampered.workspaceId, async () => {
          await bench.script(emptied);
          await forge(bench, tampered);
          const { verify, read } = auditLedger(bench.query);

          const { eventsChecked: _, ...inside } = await verify(tampered.workspaceId);
          expect(inside).to.deep.equal(seenByTheDatabase(tampered));

          const { ok, firstBadSeq, reason } = await verifyLedger({
            ledgerId: tampered.workspaceId,
            rows: await read(tampered.workspaceId, 1, Number.MAX_SAFE_INTEGER),
            head: tampered.head,
            details: tampered.details.map(({ seq, salt, value }) => ({ seq, salt: bytesOfHex(salt), value })),
            pinnedCheckpoints: tampered.pinnedCheckpoints.map((note) => {
              const [, size, root] = note.split('\n');
              return { size: Number(size), rootHash: Buffer.from(root ?? '', 'base64').toString('hex') };
            }),
          });
          expect({ ok, firstBadSeq, reason }).to.deep.equal(tampered.expected);
        });
      });
    }

    it('verifies a range by the event before it, and sees what is missing at its end', async () => {
      const main = vectors.tampering.find(({ name: title }) => title === 'a row deleted');
      if (!main) throw new Error('no such case');
      await undone(bench, main.workspaceId, async () => {
        await bench.script(emptied);
        await forge(bench, main);
        const { verify } = auditLedger(bench.query);

        expect(await verify(main.workspaceId, 2, 3)).to.include({ ok: true, eventsChecked: 2 });
        expect(await verify(main.workspaceId, 2, 4)).to.include({ firstBadSeq: 4, reason: 'gap' });
        expect(await verify(main.workspaceId, 6)).to.include({ ok: true, eventsChecked: 5 });
      });
    });

    const altered: Partial<AuditProjection> = {
      id: '00000000-0000-7000-8000-000000000000',
      occurredAt: '2026-05-04T09:30:06.001Z',
      action: 'entry.finalize',
      outcome: 'denied',
      actorKind: 'operator',
      actorId: null,
      purposeOfUse: null,
      targetKind: 'case',
      targetId: 'x',
      targetVersion: null,
      subjectId: null,
      caseId: '00000000-0000-7000-8000-000000000000',
      artifactId: null,
      labels: ['executive'],
    };
    for (const [column, value] of Object.entries(altered)) {
      it(`finds a query column that was altered: ${column}`, async () => {
        const main = vectors.tampering.find(({ name: title }) => title === 'untouched');
        if (!main) throw new Error('no such case');
        await undone(bench, main.workspaceId, async () => {
          await bench.script(emptied);
          await forge(bench, { ...main, projections: [{ seq: 5, [column]: value }] });
          const verdict = await auditLedger(bench.query).verify(main.workspaceId);
          expect(verdict).to.include({ firstBadSeq: 5, reason: 'projection_mismatch' });
        });
      });
    }

    it('opens a ledger once, and again without effect', async () => {
      const workspaceId = aWorkspace();
      await inWorkspace(workspaceId, (ledger) => ledger.open(workspaceId));
      const [first] = await inWorkspace(workspaceId, (ledger) =>
        ledger.append(workspaceId, [anEvent(workspaceId)]),
      );
      await inWorkspace(workspaceId, (ledger) => ledger.open(workspaceId));

      expect(await inWorkspace(workspaceId, (ledger) => ledger.head(workspaceId))).to.deep.equal(first);
      expect(await inWorkspace(workspaceId, (ledger) => ledger.append(workspaceId, []))).to.deep.equal([]);
    });

    it('keeps sealed details beside the events that have one', async () => {
      const workspaceId = aWorkspace();
      const salt = randomBytes(32);
      const detail = { salt, sealedValue: Buffer.from([0, 255, 92, 34]), keyId: 'a "key" {\\},' };
      await inWorkspace(workspaceId, async (ledger) => {
        await ledger.open(workspaceId);
        await ledger.append(workspaceId, [
          anEvent(workspaceId),
          { ...anEvent(workspaceId), detail },
          anEvent(workspaceId),
        ]);
      });

      const select = `select seq::int, encode(salt, 'hex') salt, encode(value, 'hex') value, key_id from audit_detail`;
      const stored = await asApplication(bench, workspaceId, (query) => query(select, []));
      expect(stored).to.deep.equal([
        { seq: 2, salt: salt.toString('hex'), value: '00ff5c22', key_id: detail.keyId },
      ]);
    });

    it('leaves no trace of a transaction that is rolled back', async () => {
      const workspaceId = aWorkspace();
      await inWorkspace(workspaceId, (ledger) => ledger.open(workspaceId));
      const failing = inWorkspace(workspaceId, async (ledger) => {
        await ledger.append(workspaceId, [anEvent(workspaceId)]);
        throw new Error('changed my mind');
      });
      await failing.catch(() => undefined);

      expect(await inWorkspace(workspaceId, (ledger) => ledger.head(workspaceId))).to.include({ seq: 0 });
      expect(await inWorkspace(workspaceId, (ledger) => ledger.verify(workspaceId))).to.include({
        ok: true,
        eventsChecked: 0,
      });
    });

    it('refuses a ledger that is not open, and events that would not verify', async () => {
      const workspaceId = aWorkspace();
      const append = (event: LedgerAppend) =>
        codeOf(inWorkspace(workspaceId, (ledger) => ledger.append(workspaceId, [event])));
      expect(await append(anEvent(workspaceId))).to.equal('P0002');

      await inWorkspace(workspaceId, (ledger) => ledger.open(workspaceId));
      expect(await append(anEvent(aWorkspace()))).to.equal('23514');
      expect(await append(anEvent(workspaceId, { occurredAt: '2026-05-04T09:30:00Z' }))).to.equal('23514');
      expect(await append({ payload: Buffer.from([0xff]), detail: null })).to.equal('22021');
      expect(await append({ payload: Buffer.alloc(65_537, ' '), detail: null })).not.to.equal('none');
      expect(await append(anEvent(workspaceId))).to.equal('none');
    });

    it('reaches only ledgers that the transaction has named', async () => {
      const [own, other] = [aWorkspace(), aWorkspace()];
      await inWorkspace(other, (ledger) => ledger.open(other));
      const inOwn = (
        work: (ledger: ReturnType<typeof auditLedger>, query: LedgerQuery) => Promise<unknown>,
      ) => codeOf(asApplication(bench, own, (query) => work(auditLedger(query), query)));

      expect(await inOwn((ledger) => ledger.open(other))).to.equal('42501');
      expect(await inOwn((ledger) => ledger.append(other, [anEvent(other)]))).to.equal('42501');
      expect(await inOwn((ledger) => ledger.verify(other))).to.equal('42501');
      const put = `select audit_detail_put($1, '{1}', '{"\\\\x00"}', '{"\\\\x00"}', '{key}')`;
      expect(await inOwn((_, query) => query(put, [other]))).to.equal('42501');
      expect(await inWorkspace(own, (ledger) => ledger.head(other))).to.equal(null);
      expect(await inWorkspace(own, (ledger) => ledger.read(other, 1, 9))).to.deep.equal([]);

      const named = await inOwn(async (ledger, query) => {
        await query("select set_config('app.ledgers', $1, true)", [`${aWorkspace()},${other}`]);
        await ledger.append(other, [anEvent(other)]);
        await ledger.open(INSTALLATION_LEDGER);
        await ledger.append(INSTALLATION_LEDGER, [anEvent(INSTALLATION_LEDGER)]);
      });
      expect(named).to.equal('none');
      expect(await inWorkspace('', (ledger) => ledger.read(other, 1, 9))).to.deep.equal([]);
    });

    it('REC-74: neither the application nor the owner changes or removes an event', async () => {
      const workspaceId = aWorkspace();
      await inWorkspace(workspaceId, async (ledger) => {
        await ledger.open(workspaceId);
        await ledger.append(workspaceId, [anEvent(workspaceId)]);
      });
      const changes = [
        "update audit_event set action = 'case.disposed'",
        'delete from audit_event',
        'truncate audit_event',
        'truncate audit_head, audit_event',
      ];

      for (const change of changes) {
        expect(await codeOf(asApplication(bench, workspaceId, (query) => query(change, [])))).to.equal(
          '42501',
        );
        expect(await codeOf(undone(bench, workspaceId, () => bench.script(change)))).to.equal('23001');
      }
      expect(await inWorkspace(workspaceId, (ledger) => ledger.verify(workspaceId))).to.include({
        ok: true,
        eventsChecked: 1,
      });
    });

    it('gives the application roles nothing but reading and the five functions', async () => {
      const granted = await bench.query(
        `select grantee, privilege_type, count(*)::int as tables from information_schema.table_privileges
         where table_name in ('audit_head', 'audit_event', 'audit_detail') and grantee like 'chancery\\_app'
            or table_name in ('audit_head', 'audit_event', 'audit_detail') and grantee in ('chancery_identity', 'PUBLIC')
         group by 1, 2 order by 1`,
        [],
      );
      expect(granted).to.deep.equal(
        roles.map((grantee) => ({ grantee, privilege_type: 'SELECT', tables: 3 })),
      );
      const callable = await bench.query(
        `select proname from pg_proc where proname like 'audit\\_%' and has_function_privilege('chancery_app', oid, 'execute')
         order by 1`,
        [],
      );
      const names = ['append', 'append_with_details', 'detail_put', 'open', 'verify'];
      expect(callable).to.deep.equal(names.map((suffix) => ({ proname: `audit_${suffix}` })));
    });

    it('reverts the migration', async () => {
      await undone(bench, '', async () => {
        await new IntactLedgers0330().down(migrationRunner(bench));
        await new AuditLedger0002().down(migrationRunner(bench));
        const left = `select count(*)::int as count from pg_class where relname like 'audit\\_%'
                      union all select count(*)::int from pg_proc where proname like 'audit\\_%'`;
        expect(await bench.query(left, [])).to.deep.equal([{ count: 0 }, { count: 0 }]);
      });
    });

    if (name !== 'PGlite') {
      it('REC-72: 32 writers with rollbacks leave neither gap nor fork', async () => {
        const workspaceId = aWorkspace();
        await inWorkspace(workspaceId, (ledger) => ledger.open(workspaceId));
        const turns = 12;
        const committed = await Promise.all(
          Array.from({ length: 32 }, async (_, writer) => {
            const connection = await bench.connect();
            let count = 0;
            for (let turn = 0; turn < turns; turn++) {
              const events = Array.from({ length: 1 + ((writer + turn) % 3) }, () => anEvent(workspaceId));
              const unit = asApplication(connection, workspaceId, async (query) => {
                await auditLedger(query).append(workspaceId, events);
                if ((writer * 7 + turn * 3) % 10 === 0) throw new Error('rolled back');
                return events.length;
              });
              count += await unit.catch((error: Error) =>
                error.message === 'rolled back' ? 0 : Promise.reject(error),
              );
            }
            await connection.close();
            return count;
          }),
        );
        const total = committed.reduce((sum, count) => sum + count, 0);

        const verdict = await inWorkspace(workspaceId, (ledger) => ledger.verify(workspaceId));
        expect(verdict).to.deep.equal({ ok: true, firstBadSeq: null, reason: null, eventsChecked: total });
        const head = await inWorkspace(workspaceId, (ledger) => ledger.head(workspaceId));
        const rows = await inWorkspace(workspaceId, (ledger) => ledger.read(workspaceId, 1, total + 1));
        expect(rows.map(({ seq }) => seq)).to.deep.equal(
          Array.from({ length: total }, (_, index) => index + 1),
        );
        expect(await verifyLedger({ ledgerId: workspaceId, rows, head, details: [] })).to.include({
          ok: true,
        });
      });
    }
  });
}
