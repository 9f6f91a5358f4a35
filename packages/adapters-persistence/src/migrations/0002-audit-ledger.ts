import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditVerifySql } from './audit-verify.ts';

/**
 * The audit ledger (records 7 and 12). Only the functions write: they run as the owner of the tables, and the
 * application's roles may read through the policies and call. Row-level security is therefore not forced here, so that
 * the owner, which need not be a superuser, passes.
 */
export class AuditLedger0002 implements MigrationInterface {
  readonly name = 'AuditLedger1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, immutability, guard, payloadFault, append, auditVerifySql, privileges])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function audit_verify(text, bigint, bigint);
      drop function audit_append_with_details(text, bytea[], bytea[], bytea[], text[]);
      drop function audit_detail_put(text, bigint[], bytea[], bytea[], text[]);
      drop function audit_append(text, bytea[]);
      drop function audit_open(text);
      drop function audit_payload_fault(audit_event);
      drop table audit_detail, audit_event, audit_head;
      drop function audit_event_refuse_change();
      drop function audit_ledger_require(text);
      drop function audit_entry_hash(bytea, bigint, bytea);
      drop function audit_genesis_hash(text)`);
  }
}

const tables = `
  create table audit_head (
    ledger_id text primary key,
    last_seq bigint not null,
    last_hash bytea not null
  );
  create table audit_event (
    ledger_id text not null,
    seq bigint not null,
    prev_hash bytea not null,
    hash bytea not null,
    payload bytea not null check (octet_length(payload) <= 65536),
    id uuid not null,
    occurred_at timestamptz not null,
    action text not null,
    outcome text not null,
    actor_kind text not null,
    actor_id text,
    purpose_of_use text,
    target_kind text not null,
    target_id text not null,
    target_version bigint,
    subject_id uuid,
    case_id uuid,
    artifact_id uuid,
    labels text[] not null,
    primary key (ledger_id, seq)
  ) with (fillfactor = 100);
  create unique index audit_event_id on audit_event (ledger_id, id);
  create index audit_event_time on audit_event (ledger_id, occurred_at desc, seq desc);
  create index audit_event_case on audit_event (ledger_id, case_id, seq desc) where case_id is not null;
  create index audit_event_subject on audit_event (ledger_id, subject_id, seq desc) where subject_id is not null;
  create index audit_event_artifact on audit_event (ledger_id, artifact_id, seq desc) where artifact_id is not null;
  create index audit_event_actor on audit_event (ledger_id, actor_id, seq desc) where actor_id is not null;
  create table audit_detail (
    ledger_id text not null,
    seq bigint not null,
    salt bytea not null,
    value bytea not null,
    key_id text not null,
    primary key (ledger_id, seq)
  );
  create index audit_detail_key on audit_detail (key_id)`;

/** The triggers are `enable always`, so that they fire under `session_replication_role = replica` too. */
const immutability = `
  create function audit_event_refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'audit_event takes no %', lower(tg_op) using errcode = 'restrict_violation';
  end $$;
  create trigger audit_event_immutable before update or delete or truncate on audit_event
    for each statement execute function audit_event_refuse_change();
  alter table audit_event enable always trigger audit_event_immutable`;

const guard = `
  create function audit_genesis_hash(ledger text) returns bytea language sql immutable parallel safe as $$
    select sha256('chancery.audit.v1.genesis'::bytea || '\\x00'::bytea || convert_to(ledger, 'UTF8'))
  $$;
  create function audit_entry_hash(prev bytea, seq bigint, payload bytea) returns bytea
  language sql immutable parallel safe as $$
    select sha256('\\x6368616e636572792e61756469742e76312e656e74727900'::bytea || prev || int8send(seq) || payload)
  $$;
  create function audit_ledger_require(ledger text) returns void language plpgsql stable as $$
  begin
    if ledger is null or not (
      ledger = 'installation'
      or ledger = coalesce(current_setting('app.workspace', true), '')
      or ledger = any (string_to_array(coalesce(current_setting('app.ledgers', true), ''), ','))
    ) then
      raise exception 'this transaction has no business with that ledger' using errcode = 'insufficient_privilege';
    end if;
  end $$`;

/** Returns what is wrong with a row whose hash is right; null for a row that `audit_append` wrote. */
const payloadFault = `
  create function audit_payload_fault(event audit_event) returns text language plpgsql stable as $$
  declare
    content jsonb;
    fault text := 'not_canonical';
  begin
    content := convert_from(event.payload, 'UTF8')::jsonb;
    fault := 'projection_mismatch';
    if content ->> 'workspaceId' is distinct from event.ledger_id then
      return 'wrong_workspace';
    end if;
    if (content ->> 'id', content ->> 'occurredAt', content ->> 'action', content ->> 'outcome',
        content #>> '{actor,kind}', content #>> '{actor,id}', content ->> 'purposeOfUse',
        content #>> '{target,kind}', content #>> '{target,id}', content #>> '{target,version}',
        content #>> '{refs,subjectId}', content #>> '{refs,caseId}', content #>> '{refs,artifactId}',
        array(select jsonb_array_elements_text(content -> 'labels')))
      is distinct from
       (event.id::text, to_char(event.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        event.action, event.outcome, event.actor_kind, event.actor_id, event.purpose_of_use,
        event.target_kind, event.target_id, event.target_version::text,
        event.subject_id::text, event.case_id::text, event.artifact_id::text, event.labels)
    then
      return fault;
    end if;
    return null;
  exception when data_exception then
    return fault;
  end $$;`;

const append = `
  create function audit_open(ledger text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform audit_ledger_require(ledger);
    insert into audit_head (ledger_id, last_seq, last_hash) values (ledger, 0, audit_genesis_hash(ledger))
      on conflict (ledger_id) do nothing;
  end $$;

  create function audit_append(ledger text, payloads bytea[]) returns table (seq bigint, hash bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    prev bytea;
    bytes bytea;
    event jsonb;
    appended audit_event;
  begin
    perform audit_ledger_require(ledger);
    select head.last_seq, head.last_hash into seq, prev from audit_head head where head.ledger_id = ledger for update;
    if not found then
      raise exception 'the ledger is not open' using errcode = 'no_data_found';
    end if;
    foreach bytes in array payloads loop
      seq := seq + 1;
      hash := audit_entry_hash(prev, seq, bytes);
      event := convert_from(bytes, 'UTF8')::jsonb;
      insert into audit_event values (
        ledger, seq, prev, hash, bytes,
        (event ->> 'id')::uuid, (event ->> 'occurredAt')::timestamptz, event ->> 'action', event ->> 'outcome',
        event #>> '{actor,kind}', event #>> '{actor,id}', event ->> 'purposeOfUse',
        event #>> '{target,kind}', event #>> '{target,id}', (event #>> '{target,version}')::bigint,
        (event #>> '{refs,subjectId}')::uuid, (event #>> '{refs,caseId}')::uuid,
        (event #>> '{refs,artifactId}')::uuid, array(select jsonb_array_elements_text(event -> 'labels'))
      ) returning * into appended;
      -- What would not verify must not get in: it could never be taken out again.
      if audit_payload_fault(appended) is not null then
        raise exception 'the event does not verify: %', audit_payload_fault(appended) using errcode = 'check_violation';
      end if;
      prev := hash;
      return next;
    end loop;
    update audit_head head set last_seq = seq, last_hash = prev where head.ledger_id = ledger;
  end $$;

  create function audit_detail_put(ledger text, seqs bigint[], salts bytea[], "values" bytea[], key_ids text[])
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform audit_ledger_require(ledger);
    insert into audit_detail (ledger_id, seq, salt, value, key_id)
      select ledger, given.* from unnest(seqs, salts, "values", key_ids) as given (seq, salt, value, key_id)
      where given.key_id is not null;
  end $$;

  create function audit_append_with_details(
    ledger text, payloads bytea[], salts bytea[], "values" bytea[], key_ids text[]
  ) returns table (seq bigint, hash bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    seqs bigint[] := '{}';
  begin
    for seq, hash in select appended.seq, appended.hash from audit_append(ledger, payloads) appended loop
      seqs := seqs || seq;
      return next;
    end loop;
    perform audit_detail_put(ledger, seqs, salts, "values", key_ids);
  end $$`;

const privileges = `
  alter table audit_head enable row level security;
  alter table audit_event enable row level security;
  alter table audit_detail enable row level security;
  create policy audit_head_of_workspace on audit_head for select to chancery_app, chancery_identity
    using (ledger_id = current_setting('app.workspace', true));
  create policy audit_event_of_workspace on audit_event for select to chancery_app, chancery_identity
    using (ledger_id = current_setting('app.workspace', true));
  create policy audit_detail_of_workspace on audit_detail for select to chancery_app, chancery_identity
    using (ledger_id = current_setting('app.workspace', true));
  revoke all on audit_head, audit_event, audit_detail from public, chancery_app, chancery_identity;
  grant select on audit_head, audit_event, audit_detail to chancery_app, chancery_identity;
  revoke all on function audit_open(text), audit_append(text, bytea[]),
    audit_detail_put(text, bigint[], bytea[], bytea[], text[]),
    audit_append_with_details(text, bytea[], bytea[], bytea[], text[]), audit_verify(text, bigint, bigint),
    audit_payload_fault(audit_event), audit_ledger_require(text), audit_genesis_hash(text),
    audit_entry_hash(bytea, bigint, bytea), audit_event_refuse_change() from public;
  grant execute on function audit_open(text), audit_append(text, bytea[]),
    audit_detail_put(text, bigint[], bytea[], bytea[], text[]),
    audit_append_with_details(text, bytea[], bytea[], bytea[], text[]), audit_verify(text, bigint, bigint)
    to chancery_app, chancery_identity`;
