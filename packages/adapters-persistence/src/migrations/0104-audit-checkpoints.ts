import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/** Checkpoints over ledgers: the tree, its keys, who witnessed it, and how the last verification ended (records 7.5). */
export class AuditCheckpoints0104 implements MigrationInterface {
  readonly name = 'AuditCheckpoints1700000000104';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, access, erasure, gate]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_ledgers_to_checkpoint(timestamptz, integer), chancery_ledger_of_origin(text), chancery_ledgers(),
        chancery_erase_details(text, bigint[]);
      drop policy gate on audit_event;
      revoke select on audit_event from chancery_gate;
      drop table audit_cosignatures, audit_checkpoints, audit_tiles, audit_log_keys, audit_logs;
      drop index audit_event_action`);
  }
}

/** Like the ledger itself these tables name the ledger, which is a workspace or the installation, and outlive both. */
const tables = `
create index audit_event_action on audit_event (ledger_id, action, seq desc);

create table audit_logs (
  ledger_id text primary key,
  origin text,
  fault_seq bigint,
  fault_reason text,
  verified_at timestamptz,
  verified_ok boolean,
  verified_seq bigint,
  walk_next_seq bigint,
  walk_head_seq bigint
);
create unique index audit_logs_of_origin on audit_logs (origin) where origin is not null;

create table audit_log_keys (
  id uuid not null,
  ledger_id text not null references audit_logs (ledger_id),
  key_id text not null,
  vkey text not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  -- From which checkpoint on it signs, and with which it ends; both sign that one.
  from_size bigint,
  to_size bigint,
  primary key (id, ledger_id)
);
create unique index audit_log_keys_one_current on audit_log_keys (ledger_id) where from_size is not null and to_size is null;
create unique index audit_log_keys_one_next on audit_log_keys (ledger_id) where from_size is null;

create table audit_checkpoints (
  ledger_id text not null references audit_logs (ledger_id),
  size bigint not null,
  root_hash text not null,
  note text not null,
  issued_at timestamptz not null,
  reason text not null,
  primary key (ledger_id, size)
);

create table audit_cosignatures (
  ledger_id text not null,
  size bigint not null,
  key_id text not null,
  name text not null,
  line text not null,
  cosigned_at timestamptz not null,
  primary key (ledger_id, size, key_id),
  foreign key (ledger_id, size) references audit_checkpoints (ledger_id, size)
);

create table audit_tiles (
  ledger_id text not null,
  level smallint not null,
  tile_index bigint not null,
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (ledger_id, level, tile_index)
);
`;

const ofLedger = "ledger_id = current_setting('app.workspace', true)";
const rowsOf = (table: string, rights: string) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy ledger on ${table} to chancery_app, chancery_identity using (${ofLedger}) with check (${ofLedger});
grant ${rights} on ${table} to chancery_app, chancery_identity;
`;

/** Nobody deletes any of it, and what was signed does not change. */
const access = [
  rowsOf('audit_logs', 'select, insert, update'),
  rowsOf('audit_log_keys', 'select, insert, update'),
  rowsOf('audit_checkpoints', 'select, insert'),
  rowsOf('audit_cosignatures', 'select, insert'),
  rowsOf('audit_tiles', 'select, insert, update'),
].join('');

/** Salt and value go together, so that nobody can test a guess against the digest that stays. */
const erasure = `
create function chancery_erase_details(ledger text, seqs bigint[]) returns table (seq bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform audit_ledger_require(ledger);
  return query delete from audit_detail d where d.ledger_id = ledger and d.seq = any (seqs) returning d.seq;
end $$;
revoke execute on function chancery_erase_details(text, bigint[]) from public;
grant execute on function chancery_erase_details(text, bigint[]) to chancery_app, chancery_identity;
`;

/** Which ledgers have news since their newest checkpoint; events about checkpoints themselves are none. */
const gate = `
create policy gate on audit_event for select to chancery_gate using (true);
grant select on audit_event to chancery_gate;
create policy gate on audit_checkpoints for select to chancery_gate using (true);
grant select on audit_checkpoints to chancery_gate;
create policy gate on audit_logs for select to chancery_gate using (true);
grant select on audit_logs to chancery_gate;

create function chancery_ledgers_to_checkpoint(moment timestamptz, events integer) returns table (ledger_id text, reason text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.ledger_id, case when h.last_seq - coalesce(c.size, 0) >= events then 'count' else 'schedule' end
  from audit_head h
  left join lateral (select k.size, k.issued_at from audit_checkpoints k where k.ledger_id = h.ledger_id
    order by k.size desc limit 1) c on true
  where h.last_seq > coalesce(c.size, 0)
    and (c.issued_at is null or c.issued_at <= moment or h.last_seq - c.size >= events)
    and exists (select from audit_event e where e.ledger_id = h.ledger_id and e.seq > coalesce(c.size, 0)
      and e.action not like 'audit.checkpoint\\_%')
  order by 1
$$;
create function chancery_ledger_of_origin(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.ledger_id from audit_logs l where l.origin = wanted
$$;
create function chancery_ledgers()
returns table (ledger_id text, time_zone text, verified_at timestamptz, is_walked boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.ledger_id, w.settings->>'defaultTimeZone', l.verified_at, l.walk_next_seq is not null
  from audit_head h left join workspaces w on w.id = h.ledger_id left join audit_logs l on l.ledger_id = h.ledger_id
  where h.ledger_id = 'installation' or w.purged_at is null and w.id is not null
  order by 1
$$;
${ownedByGate(
  {
    functions: ['chancery_ledgers_to_checkpoint(timestamptz, integer)', 'chancery_ledgers()'],
    to: 'chancery_identity',
  },
  { functions: ['chancery_ledger_of_origin(text)'], to: 'chancery_app, chancery_identity' },
)}`;
