import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Checkpoints over one ledger, and the keys that sign them. */
export const checkpointLog = (sql: Sql, ledgerId: string): core.CheckpointLog => ({
  ...logOfLedger(sql, ledgerId),
  ...keysOfLog(sql, ledgerId),
  ...checkpointsOf(sql, ledgerId),
});

type Part<N extends keyof core.CheckpointLog> = Pick<core.CheckpointLog, N>;

function logOfLedger(sql: Sql, ledgerId: string): Part<'lock' | 'log' | 'saveLog'> {
  return {
    async lock(how) {
      // The two numbers are this lock's own name and the ledger.
      if (how === 'wait') {
        await sql("select pg_advisory_xact_lock(hashtext('audit.checkpoint'), hashtext($1))", [ledgerId]);
        return true;
      }
      const row = await sql.first<{ free: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext('audit.checkpoint'), hashtext($1)) free`,
        [ledgerId],
      );
      return row?.free === true;
    },

    async log() {
      const row = await sql.first<LogRow>(logSql, [ledgerId]);
      return row === null ? unknownLog : logOf(row);
    },
    async saveLog({ origin, fault, verifiedAt, verifiedOk, verifiedSeq, walk }) {
      await sql(saveLogSql, [
        ...[ledgerId, origin, fault?.seq ?? null, fault?.reason ?? null, verifiedAt, verifiedOk, verifiedSeq],
        ...[walk?.nextSeq ?? null, walk?.headSeq ?? null],
      ]);
    },
  };
}

const keysOfLog = (sql: Sql, ledgerId: string): Part<'keys' | 'addKey' | 'saveKeySizes'> => ({
  keys: async () =>
    (await sql<KeyRow>(keysSql, [ledgerId])).map(({ fromSize, toSize, ...key }) => ({
      ...key,
      fromSize: fromSize === null ? null : Number(fromSize),
      toSize: toSize === null ? null : Number(toSize),
    })),
  async addKey({ id, keyId, vkey, privateSealed, createdAt, fromSize, toSize }) {
    await sql(
      `insert into audit_log_keys (ledger_id, id, key_id, vkey, private_sealed, created_at, from_size, to_size)
         values ($1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint)`,
      [ledgerId, id, keyId, vkey, privateSealed, createdAt, fromSize, toSize],
    );
  },
  async saveKeySizes({ id, fromSize, toSize }) {
    await sql(
      'update audit_log_keys set from_size = $3::bigint, to_size = $4::bigint where ledger_id = $1 and id = $2',
      [ledgerId, id, fromSize, toSize],
    );
  },
});

function checkpointsOf(
  sql: Sql,
  ledgerId: string,
): Part<'newest' | 'newestCosigned' | 'at' | 'covering' | 'list' | 'between' | 'add' | 'addCosignature'> {
  const checkpoints = async (condition: string, values: readonly unknown[]) =>
    (await sql<CheckpointRow>(`${checkpointSql} ${condition}`, [ledgerId, ...values])).map(checkpointOf);
  const one = async (condition: string, values: readonly unknown[] = []) =>
    (await checkpoints(condition, values))[0] ?? null;

  return {
    newest: () => one('order by c.size desc limit 1'),
    newestCosigned: () =>
      one('and c.size = (select max(s.size) from audit_cosignatures s where s.ledger_id = $1)'),
    at: (size) => one('and c.size = $2::bigint', [size]),
    covering: (seq) => one('and c.size >= $2::bigint order by c.size limit 1', [seq]),
    list: (below, limit) =>
      checkpoints('and ($2::bigint is null or c.size < $2::bigint) order by c.size desc limit $3', [
        below,
        limit + 1,
      ]),
    between: (above, upTo, limit) =>
      checkpoints('and c.size > $2::bigint and c.size <= $3::bigint order by c.size limit $4', [
        above,
        upTo,
        limit,
      ]),
    async add({ size, rootHash, note, issuedAt, reason }) {
      await sql(
        `insert into audit_checkpoints (ledger_id, size, root_hash, note, issued_at, reason)
         values ($1, $2::bigint, $3, $4, $5, $6)`,
        [ledgerId, size, rootHash, note, issuedAt, reason],
      );
    },
    addCosignature: (size, { keyId, name, line, cosignedAt }) =>
      sql.did(
        `insert into audit_cosignatures (ledger_id, size, key_id, name, line, cosigned_at)
         values ($1, $2::bigint, $3, $4, $5, $6) on conflict do nothing`,
        [ledgerId, size, keyId, name, line, cosignedAt],
      ),
  };
}

const checkpointSql = `
  select c.size::text size, c.root_hash "rootHash", c.note, c.issued_at "issuedAt", c.reason,
    coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'keyId', s.key_id, 'line', s.line,
        'cosignedAt', to_char(s.cosigned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by s.cosigned_at, s.key_id)
      from audit_cosignatures s where s.ledger_id = c.ledger_id and s.size = c.size), '[]') cosignatures
  from audit_checkpoints c where c.ledger_id = $1`;

type CheckpointRow = Omit<core.StoredCheckpoint, 'size'> & { readonly size: string };
const checkpointOf = ({ size, ...checkpoint }: CheckpointRow): core.StoredCheckpoint => ({
  ...checkpoint,
  size: Number(size),
});

type KeyRow = Omit<core.LogKey, 'fromSize' | 'toSize'> & {
  readonly fromSize: string | null;
  readonly toSize: string | null;
};
const keysSql = `
  select id, key_id "keyId", vkey, private_sealed "privateSealed", created_at "createdAt", from_size::text "fromSize",
    to_size::text "toSize"
  from audit_log_keys where ledger_id = $1 order by created_at, id`;

interface LogRow {
  readonly origin: string | null;
  readonly faultSeq: string | null;
  readonly faultReason: string | null;
  readonly verifiedAt: string | null;
  readonly verifiedOk: boolean | null;
  readonly verifiedSeq: string | null;
  readonly nextSeq: string | null;
  readonly headSeq: string | null;
}
const logSql = `
  select origin, fault_seq::text "faultSeq", fault_reason "faultReason", verified_at "verifiedAt", verified_ok "verifiedOk",
    verified_seq::text "verifiedSeq", walk_next_seq::text "nextSeq", walk_head_seq::text "headSeq"
  from audit_logs where ledger_id = $1`;
const saveLogSql = `
  insert into audit_logs (ledger_id, origin, fault_seq, fault_reason, verified_at, verified_ok, verified_seq,
    walk_next_seq, walk_head_seq)
  values ($1, $2, $3::bigint, $4, $5, $6::boolean, $7::bigint, $8::bigint, $9::bigint)
  on conflict (ledger_id) do update set origin = excluded.origin, fault_seq = excluded.fault_seq,
    fault_reason = excluded.fault_reason, verified_at = excluded.verified_at, verified_ok = excluded.verified_ok,
    verified_seq = excluded.verified_seq, walk_next_seq = excluded.walk_next_seq, walk_head_seq = excluded.walk_head_seq`;

const unknownLog: core.AuditLog = {
  origin: null,
  fault: null,
  verifiedAt: null,
  verifiedOk: null,
  verifiedSeq: null,
  walk: null,
};

const logOf = (row: LogRow): core.AuditLog => ({
  origin: row.origin,
  fault: row.faultSeq === null ? null : { seq: Number(row.faultSeq), reason: row.faultReason ?? '' },
  verifiedAt: row.verifiedAt,
  verifiedOk: row.verifiedOk,
  verifiedSeq: row.verifiedSeq === null ? null : Number(row.verifiedSeq),
  walk: row.nextSeq === null ? null : { nextSeq: Number(row.nextSeq), headSeq: Number(row.headSeq) },
});
