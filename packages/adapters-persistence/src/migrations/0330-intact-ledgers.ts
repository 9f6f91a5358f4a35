import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditVerifySql, auditWalkSql, expectedBytes, holdsExpectedBytes } from './audit-verify.ts';

/**
 * A ledger without a fault, which is nearly every one, is verified without looking for the first fault: `audit_intact_events`
 * says of all rows of a range together that nothing is wrong, or says nothing, and then the rows are walked as before. It
 * takes a quarter less of the processor, because no row passes through a window.
 */
export class IntactLedgers0330 implements MigrationInterface {
  readonly name = 'IntactLedgers1700000000330';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${intactEvents};\n${verifyAtOnce}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `${replaced(auditVerifySql)};\ndrop function audit_intact_events(text, bigint, bigint, bytea)`,
    );
  }
}

const replaced = (sql: string) => sql.replace('create function', 'create or replace function');

const verifyAtOnce = replaced(auditVerifySql).replace(
  auditWalkSql,
  () => `
    events_checked := audit_intact_events(ledger, from_seq, upper_seq, anchor);
    last_walked := from_seq - 1 + events_checked;
    if events_checked is null then${auditWalkSql}
    end if;`,
);

/** Rows at once: their hashes are put together in memory. */
const atOnce = 10_000;

/**
 * How many rows the range has, if they follow each other without a gap from its first seq and their anchor, each hash is that
 * of its row, and each column is what the payload says; null if this cannot be seen at once. With every hash and every
 * previous hash of 32 bytes, those one behind the other are the same exactly if each row hangs on the one before it.
 */
const intactEvents = `
  create function audit_intact_events(ledger text, from_seq bigint, upper_seq bigint, anchor bytea) returns bigint
  language plpgsql stable set search_path = public, pg_temp as $$
  declare
    at bigint := from_seq;
    last_hash bytea := anchor;
    part record;
  begin
    if anchor is null or octet_length(anchor) <> 32 then
      return null;
    end if;
    loop
      select count(*) as rows, count(*) filter (where is_whole) as whole, array_agg(seq) as seqs,
          string_agg(prev_hash, ''::bytea) as prev_hashes, string_agg(hash, ''::bytea) as hashes
        into part
        from (
          select seq, prev_hash, hash, octet_length(prev_hash) = 32 and hash = audit_entry_hash(prev_hash, seq, payload)
            and ${holdsExpectedBytes} as is_whole
          from (
            select seq, prev_hash, hash, payload,
              ${expectedBytes}
            from audit_event
            where ledger_id = ledger and seq between at and least(upper_seq, at + ${atOnce - 1})
            order by seq offset 0
          ) expected
        ) judged;
      exit when part.rows = 0;
      if part.whole <> part.rows
        or part.seqs <> array(select generate_series(at, at + part.rows - 1))
        or part.prev_hashes <> substring(last_hash || part.hashes for 32 * part.rows::integer) then
        return null;
      end if;
      at := at + part.rows;
      exit when part.rows < ${atOnce};
      last_hash := substring(part.hashes from 32 * part.rows::integer - 31);
    end loop;
    -- Behind a gap there may be more.
    if exists (select from audit_event where ledger_id = ledger and seq between at and upper_seq) then
      return null;
    end if;
    return at - from_seq;
  end $$;
  revoke all on function audit_intact_events(text, bigint, bigint, bytea) from public`;
