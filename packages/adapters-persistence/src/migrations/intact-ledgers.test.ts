import { randomUUID } from 'node:crypto';
import { encodePayload } from '@chancery/core/internal';
import { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';
import type { QueryRunner } from 'typeorm';
import { AuditLedger0002 } from './0002-audit-ledger.ts';
import { IntactLedgers0330 } from './0330-intact-ledgers.ts';
import { auditVerifySql } from './audit-verify.ts';

const ledger = 'workspace_intact';
/** More than the function looks at at once, by one part and a rest. */
const manyEvents = 10_003;

const anEvent = (at: number) =>
  Buffer.from(
    encodePayload({
      ...({ v: 1, id: randomUUID(), workspaceId: ledger, outcome: 'success', purposeOfUse: null } as const),
      occurredAt: new Date(Date.UTC(2026, 0, 1) + at * 1001).toISOString(),
      action: 'subject.updated',
      actor: { kind: 'user', id: `usr_${at}`, sessionId: null },
      access: { basis: 'role', grantId: at % 2 === 0 ? null : randomUUID() },
      labels: at % 3 === 0 ? ['a', 'b'] : [],
      target: { kind: 'subject', id: randomUUID(), version: at % 5 === 0 ? null : at },
      refs: { subjectId: randomUUID(), caseId: at % 2 === 0 ? randomUUID() : null, artifactId: null },
      facts: { changed: ['name'] },
      detail: null,
      requestId: randomUUID(),
      correlationId: randomUUID(),
    }),
  ).toString('hex');

/** What somebody may do to a row around the functions. */
const changes = [
  "payload = payload || ' '::bytea",
  'payload = set_byte(payload, 300, 120)',
  'hash = set_byte(hash, 3, 1 + get_byte(hash, 3) % 200)',
  'hash = substring(hash for 31)',
  'hash = null',
  'prev_hash = set_byte(prev_hash, 3, 1 + get_byte(prev_hash, 3) % 200)',
  'prev_hash = substring(prev_hash for 31)',
  "prev_hash = prev_hash || '\\x00'::bytea",
  'prev_hash = null',
  'payload = null',
  'id = gen_random_uuid()',
  "occurred_at = occurred_at + interval '1 millisecond'",
  "action = 'subject.read'",
  'action = null',
  "outcome = 'denied'",
  "actor_kind = 'system'",
  'actor_id = null',
  "purpose_of_use = 'care'",
  "target_kind = 'case'",
  "target_id = 'x'",
  'target_version = coalesce(target_version, 0) + 1',
  'subject_id = null',
  'case_id = gen_random_uuid()',
  'artifact_id = subject_id',
  "labels = array_append(labels, 'c')",
  'labels = null',
  'seq = seq + 40',
  'seq = seq - 1',
  'seq = seq + 1',
];
const rewritten = (seq: number, set: string) => `update audit_event set ${set} where seq = ${seq}`;
/** With the hash made anew, so that only its place or its columns tell. */
const hashedAnew = (seq: number) => rewritten(seq, 'hash = audit_entry_hash(prev_hash, seq, payload)');
const edits: string[] = [
  'select 1',
  ...[1, 9, 12].flatMap((seq) => [
    ...changes.map((change) => rewritten(seq, change)),
    ...changes.map((change) => `${rewritten(seq, change)}; ${hashedAnew(seq)}`),
    `delete from audit_event where seq = ${seq}`,
    `delete from audit_event where seq >= ${seq}`,
    `delete from audit_event where seq <= ${seq}`,
    `insert into audit_event select * from audit_event where seq = ${seq}`,
    // One twice and another missing leaves the numbers of a range as they were.
    `update audit_event set (prev_hash, seq) = (select hash, ${seq} from audit_event where seq = ${seq} limit 1) where seq = ${seq} + 1; ${hashedAnew(seq)}`,
  ]),
  // A byte more here and one fewer there: one behind the other the hashes stay what they are.
  `update audit_event e set prev_hash = prev_hash || substring((select n.prev_hash from audit_event n where n.seq = 5) for 1) where seq = 4;
   ${rewritten(5, 'prev_hash = substring(prev_hash from 2)')}; ${hashedAnew(4)}; ${hashedAnew(5)}`,
  'update audit_head set last_seq = last_seq - 1',
  'update audit_head set last_seq = last_seq + 1',
  "update audit_head set last_hash = '\\x00'",
  'delete from audit_head',
  'delete from audit_event',
];
const ranges = [
  [1, null],
  [1, 12],
  [1, 5],
  [2, 9],
  [5, null],
  [12, 12],
  [13, null],
  [50, 60],
] as const;

describe('the look at all rows of a ledger together', () => {
  let database: PGlite;
  const verdict = async (name: string, from: number, to: number | null) => {
    try {
      return (await database.query(`select * from ${name}($1, $2, $3)`, [ledger, from, to])).rows;
    } catch (error) {
      return String(error);
    }
  };
  async function append(count: number, from: number): Promise<void> {
    const payloads = Array.from({ length: count }, (_, at) => `"\\\\x${anEvent(from + at)}"`);
    await database.query('select count(*) from audit_append($1, $2::text::bytea[])', [
      ledger,
      `{${payloads}}`,
    ]);
  }

  before(async () => {
    database = await PGlite.create();
    const runner = { query: (sql: string) => database.exec(sql) } as unknown as QueryRunner;
    for (const role of ['chancery_app', 'chancery_identity']) await database.exec(`create role ${role}`);
    await new AuditLedger0002().up(runner);
    await new IntactLedgers0330().up(runner);
    await database.exec(auditVerifySql.replace('function audit_verify(', 'function walked('));
    await database.query("select set_config('app.workspace', $1, false), audit_open($1)", [ledger]);
    await append(12, 1);
    await database.exec(`
      drop trigger audit_event_immutable on audit_event; drop index audit_event_id;
      alter table audit_event drop constraint audit_event_pkey;
      alter table audit_event alter seq drop not null, alter hash drop not null, alter prev_hash drop not null,
        alter payload drop not null, alter action drop not null, alter labels drop not null`);
  });
  after(() => database.close());

  it(`REC-70: after each of ${edits.length} edits each range has the verdict of the walk from row to row`, async () => {
    const reasons = new Set<unknown>();
    let intact = 0;
    for (const edit of edits) {
      await database.exec(`begin; ${edit}`);
      for (const [from, to] of ranges) {
        await database.exec('savepoint asked');
        const walked = await verdict('walked', from, to);
        await database.exec('rollback to asked');
        expect(await verdict('audit_verify', from, to), `${edit}: ${from} to ${to}`).to.deep.equal(walked);
        await database.exec('rollback to asked');
        if (typeof walked === 'string') continue;
        const [row] = walked as { reason: string | null }[];
        reasons.add(row?.reason);
        if (row?.reason === null) intact += 1;
      }
      await database.exec('rollback');
    }
    // Every reason of a walk in the database but another's workspace, and none.
    expect(reasons.size).to.equal(10);
    expect(intact).to.be.greaterThan(edits.length);
  });

  it('REC-70: sees at once that many rows are intact, and not that one behind the first part is changed', async () => {
    const intact = async () =>
      (
        await database.query(
          'select audit_intact_events($1, 1, 1000000, audit_genesis_hash($1))::int as rows',
          [ledger],
        )
      ).rows;
    await append(manyEvents - 12, 13);
    expect(await intact()).to.deep.equal([{ rows: manyEvents }]);

    for (const seq of [10_000, 10_001, manyEvents]) {
      await database.exec(`begin; ${rewritten(seq, "outcome = 'denied'")}`);
      expect(await intact(), `${seq}`).to.deep.equal([{ rows: null }]);
      await database.exec('rollback');
      await database.exec(
        `begin; ${rewritten(seq, 'prev_hash = set_byte(prev_hash, 0, 1 + get_byte(prev_hash, 0) % 200)')}; ${hashedAnew(seq)}`,
      );
      expect(await intact(), `${seq}`).to.deep.equal([{ rows: null }]);
      await database.exec('rollback');
    }
  });
});
