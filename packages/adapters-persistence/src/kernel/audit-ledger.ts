import type {
  AuditLedger,
  AuditProjection,
  LedgerAppend,
  LedgerFaultReason,
  LedgerHead,
  LedgerRow,
} from '@chancery/core';

/** Runs one statement on the connection of the transaction and returns its rows. */
export type LedgerQuery = (sql: string, params: unknown[]) => Promise<unknown[]>;

/** The ledger of migration 0002. Its numbers are bigint in the database, which drivers return as text or number. */
export function auditLedger(query: LedgerQuery): AuditLedger {
  return {
    async open(ledgerId) {
      await query('select audit_open($1)', [ledgerId]);
    },
    async append(ledgerId, events) {
      if (events.length === 0) return [];
      const rows = await query(appendSql, [ledgerId, ...columnsOf(events)]);
      return (rows as HeadColumns[]).map(headOf);
    },
    async head(ledgerId) {
      const [row] = (await query(headSql, [ledgerId])) as HeadColumns[];
      return row ? headOf(row) : null;
    },
    async read(ledgerId, fromSeq, toSeq) {
      const rows = (await query(readSql, [ledgerId, fromSeq, toSeq])) as RowColumns[];
      return rows.map(rowOf);
    },
    async verify(ledgerId, fromSeq = 1, toSeq) {
      const [row] = (await query(verifySql, [ledgerId, fromSeq, toSeq ?? null])) as VerdictColumns[];
      if (!row) throw new Error('audit_verify gave no verdict');
      const firstBadSeq = row.firstBadSeq === null ? null : Number(row.firstBadSeq);
      return {
        ok: firstBadSeq === null,
        firstBadSeq,
        reason: row.reason,
        eventsChecked: Number(row.eventsChecked),
      };
    },
  };
}

interface HeadColumns {
  readonly seq: number | string;
  readonly hash: string;
}
interface RowColumns extends Omit<AuditProjection, 'targetVersion'>, HeadColumns {
  readonly prevHash: string;
  readonly payload: Uint8Array;
  readonly targetVersion: number | string | null;
}
interface VerdictColumns {
  readonly firstBadSeq: number | string | null;
  readonly reason: LedgerFaultReason | null;
  readonly eventsChecked: number | string;
}

const appendSql = `
  select seq, encode(hash, 'hex') "hash"
  from audit_append_with_details($1, $2::text::bytea[], $3::text::bytea[], $4::text::bytea[], $5::text::text[])`;

const headSql = `select last_seq "seq", encode(last_hash, 'hex') "hash" from audit_head where ledger_id = $1`;

const readSql = `
  select seq, encode(prev_hash, 'hex') "prevHash", encode(hash, 'hex') "hash", payload, id,
         to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') "occurredAt", action, outcome,
         actor_kind "actorKind", actor_id "actorId", purpose_of_use "purposeOfUse", target_kind "targetKind",
         target_id "targetId", target_version "targetVersion", subject_id "subjectId", case_id "caseId",
         artifact_id "artifactId", labels
  from audit_event where ledger_id = $1 and seq between $2::bigint and $3::bigint order by seq`;

const verifySql = `
  select first_bad_seq "firstBadSeq", reason, events_checked "eventsChecked" from audit_verify($1, $2::bigint, $3::bigint)`;

/** Makes one array literal per column: each driver encodes arrays of bytes in its own way, but text in the same way. */
function columnsOf(events: readonly LedgerAppend[]): string[] {
  return [
    literal(events.map(({ payload }) => bytesElement(payload))),
    literal(events.map(({ detail }) => detail && bytesElement(detail.salt))),
    literal(events.map(({ detail }) => detail && bytesElement(detail.sealedValue))),
    literal(events.map(({ detail }) => detail?.keyId.replace(/["\\]/g, '\\$&') ?? null)),
  ];
}

const literal = (elements: readonly (string | null)[]) =>
  `{${elements.map((element) => (element === null ? 'NULL' : `"${element}"`)).join(',')}}`;
const bytesElement = (bytes: Uint8Array) =>
  `\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;

const headOf = ({ seq, hash }: HeadColumns): LedgerHead => ({ seq: Number(seq), hash });

function rowOf({ seq, prevHash, hash, payload, targetVersion, ...projection }: RowColumns): LedgerRow {
  const version = targetVersion === null ? null : Number(targetVersion);
  return { seq: Number(seq), prevHash, hash, payload, projection: { ...projection, targetVersion: version } };
}
