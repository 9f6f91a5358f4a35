import type { records as core, LedgerRow } from '@chancery/core';
import { auditLedger } from '../kernel/audit-ledger.ts';
import type { Sql } from '../kernel/sql.ts';
import { isOutside, listAuditEvents } from './audit-list.ts';

interface DetailColumns {
  readonly seq: string;
  readonly salt: Uint8Array;
  readonly sealedValue: Uint8Array;
  readonly keyId: string;
}

/** The events of one ledger, for whoever checks or reads them. */
export const auditTrail = (sql: Sql, ledgerId: string): core.AuditTrail => ({
  ...rowsOf(sql, ledgerId),
  ...findingsOf(sql, ledgerId),
});

type Part<N extends keyof core.AuditTrail> = Pick<core.AuditTrail, N>;

function rowsOf(
  sql: Sql,
  ledgerId: string,
): Part<'head' | 'hashes' | 'finalizations' | 'rows' | 'rowsWithDetails' | 'verify'> {
  const ledger = auditLedger((text, params) => sql(text, params));

  /** The rows, each with its detail. */
  async function withDetails(rows: readonly LedgerRow[]): Promise<core.StoredRow[]> {
    const found = await sql<DetailColumns>(
      `select seq::text seq, salt, value "sealedValue", key_id "keyId" from audit_detail
       where ledger_id = $1 and seq = any($2::bigint[])`,
      [ledgerId, rows.map(({ seq }) => seq)],
    );
    const details = new Map(found.map(({ seq, ...detail }) => [Number(seq), detail]));
    return rows.map((row) => ({ ...row, detail: details.get(row.seq) ?? null }));
  }

  return {
    head: () => ledger.head(ledgerId),
    hashes: (fromSeq, toSeq) =>
      sql.column<Uint8Array>(
        'select hash from audit_event where ledger_id = $1 and seq between $2::bigint and $3::bigint order by seq',
        [ledgerId, fromSeq, toSeq],
      ),
    finalizations: (contents) =>
      sql(finalizationsSql, [
        ledgerId,
        [...new Set(contents.map(({ artifactId }) => artifactId))],
        contents.map(({ contentHash }) => contentHash),
      ]),
    rows: async (fromSeq, toSeq) => withDetails(await ledger.read(ledgerId, fromSeq, toSeq)),
    async rowsWithDetails(fromSeq, toSeq, limit) {
      const rows = await sql<{ seq: string; payload: Uint8Array }>(withDetailsSql, [
        ledgerId,
        fromSeq,
        toSeq,
        limit,
      ]);
      return withDetails(
        rows.map(({ seq, payload }) => ({ seq: Number(seq), payload, prevHash: '', hash: '' })),
      );
    },
    verify: (fromSeq, toSeq) => ledger.verify(ledgerId, fromSeq, toSeq),
  };
}

const findingsOf = (
  sql: Sql,
  ledgerId: string,
): Part<
  | 'timeRegressions'
  | 'erased'
  | 'oldestNews'
  | 'list'
  | 'seqOfBundle'
  | 'hasHiddenDetails'
  | 'walledOff'
  | 'eraseDetails'
  | 'detailsUnder'
  | 'moveDetail'
> => ({
  timeRegressions: async (fromSeq, toSeq, limit) =>
    (await sql.column(regressionsSql, [ledgerId, fromSeq, toSeq, limit])).map(Number),
  async erased(seqs, toSeq) {
    if (seqs.length === 0) return [];
    return (await sql.column(erasedSql, [ledgerId, seqs, toSeq])).map(Number);
  },
  async oldestNews(afterSeq) {
    const [occurredAt] = await sql.column(
      `select occurred_at from audit_event where ledger_id = $1 and seq > $2::bigint
         and action not like 'audit.checkpoint\\_%' order by seq limit 1`,
      [ledgerId, afterSeq],
    );
    return occurredAt === undefined ? null : String(occurredAt);
  },
  seqOfBundle: (caseId, bundleId) => seqOfBundle(sql, ledgerId, caseId, bundleId),
  list: (filter, before, offset, limit) => listAuditEvents(sql, ledgerId, { filter, before, offset, limit }),
  async hasHiddenDetails({ labels, walledFrom }, fromSeq, toSeq) {
    const row = await sql.first(
      `select from audit_event e where e.ledger_id = $1 and e.seq between $3::bigint and $4::bigint
         and not (e.labels <@ $2::text[] and ${isOutside('$5')})
         and position('"detail":null'::bytea in e.payload) = 0 limit 1`,
      [ledgerId, labels, fromSeq, toSeq, walledFrom],
    );
    return row !== null;
  },
  walledOff: (caseIds, userId) =>
    sql.column(
      'select id from record_cases where workspace_id = $1 and id = any($2::uuid[]) and $3 = any(blocked_user_ids)',
      [ledgerId, caseIds, userId],
    ),
  async detailsUnder(keyId, most) {
    const rows = await sql<core.PlacedDetail & { seq: string }>(
      `select d.seq::text seq, e.id "eventId", d.salt, d.value "sealedValue", d.key_id "keyId" from audit_detail d
       join audit_event e on e.ledger_id = d.ledger_id and e.seq = d.seq
       where d.ledger_id = $1 and d.key_id = $2 order by d.seq limit $3`,
      [ledgerId, keyId, most],
    );
    return rows.map(({ seq, ...detail }) => ({ ...detail, seq: Number(seq) }));
  },
  async moveDetail(seq, was, { sealedValue, keyId }) {
    await sql('select audit_detail_move($1, $2, $3, $4, $5)', [ledgerId, seq, was, sealedValue, keyId]);
  },
  eraseDetails: async (seqs) =>
    (await sql.column('select seq::text from chancery_erase_details($1, $2::bigint[])', [ledgerId, seqs]))
      .map(Number)
      .sort((a, b) => a - b),
});

const finalizationsSql = `
  select f.seq, f.hash, f.content_hash "contentHash" from (
    select e.seq::float8 seq, encode(e.hash, 'hex') hash,
      convert_from(e.payload, 'UTF8')::jsonb #>> '{facts,contentHash}' content_hash
    from audit_event e
    where e.ledger_id = $1 and e.artifact_id = any($2::uuid[]) and e.action in ('entry.finalized', 'entry.amended')) f
  where f.content_hash = any($3::text[]) order by f.seq`;

const withDetailsSql = `
  select e.seq::text seq, e.payload from audit_event e
  where e.ledger_id = $1 and e.seq between $2::bigint and $3::bigint
    and (position('"detail":null'::bytea in e.payload) = 0
      or exists (select from audit_detail d where d.ledger_id = e.ledger_id and d.seq = e.seq))
  order by e.seq limit $4`;

/** The event in front of the range counts, so that a walk in pieces sees what a walk at once sees. */
const regressionsSql = `
  select w.seq::text from (
    select e.seq, e.occurred_at, lag(e.occurred_at) over (order by e.seq) before from audit_event e
    where e.ledger_id = $1 and e.seq between $2::bigint - 1 and $3::bigint) w
  where w.seq >= $2::bigint and w.occurred_at < w.before - interval '5 minutes' order by w.seq limit $4`;

const erasedSql = `
  select distinct s.seq::text from audit_event e
  cross join lateral jsonb_array_elements_text(convert_from(e.payload, 'UTF8')::jsonb #> '{facts,seqs}') as s (seq)
  where e.ledger_id = $1 and e.action = 'audit.detail_erased' and e.seq <= $3::bigint
    and s.seq::bigint < e.seq and s.seq::bigint = any($2::bigint[])`;

async function seqOfBundle(
  sql: Sql,
  ledgerId: string,
  caseId: string,
  bundleId: string,
): Promise<number | null> {
  const [seq] = await sql.column(
    `select seq from audit_event where ledger_id = $1 and case_id = $2 and action = 'case.bundle_created'
       and convert_from(payload, 'utf8')::jsonb -> 'facts' ->> 'bundleId' = $3 order by seq desc limit 1`,
    [ledgerId, caseId, bundleId],
  );
  return seq === undefined ? null : Number(seq);
}
