import type { identity } from '@chancery/core';
import { rootUseLock } from '../kernel/root-use.ts';
import type { Sql } from '../kernel/sql.ts';

export function keyRootRepository(sql: Sql): identity.KeyRootRepository {
  return {
    list: () =>
      sql<identity.StoredKeyRoot>(
        `select number, pepper_id "pepperId", secret_sealed "secretSealed", pepper_sealed "pepperSealed",
                created_at "createdAt", replaced_at "replacedAt"
         from key_root order by number desc`,
      ),
    async lock() {
      await sql("select pg_advisory_xact_lock(hashtext('chancery.key_root'))");
    },
    async hasEarlierData() {
      const [row] = await sql<{ found: boolean }>(
        'select exists (select from accounts) or exists (select from signing_keys) "found"',
      );
      return row?.found === true;
    },
    async add({ number, pepperId, secretSealed, pepperSealed, createdAt, replacedAt }) {
      await sql(
        `insert into key_root (number, pepper_id, secret_sealed, pepper_sealed, created_at, replaced_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [number, pepperId, bytesOf(secretSealed), bytesOf(pepperSealed), createdAt, replacedAt],
      );
    },
    async retire(number, pepperSealed, at) {
      await sql(
        'update key_root set secret_sealed = null, pepper_sealed = $2, replaced_at = $3 where number = $1 and replaced_at is null',
        [number, bytesOf(pepperSealed), at],
      );
    },
    async keepProcessesAway() {
      const [lock] = await sql<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${rootUseLock}) taken`);
      if (lock?.taken === true) return 0;
      const [others] = await sql<{ count: number }>(processesSql);
      // One that has ended between the two statements was there all the same.
      return Math.max(1, others?.count ?? 0);
    },
    async endings(now) {
      const [counted] = await sql<Omit<identity.RootEndings, 'links'>>(endingsSql, [now]);
      return counted ?? { sessions: 0, accountsWithDevices: 0, recoveryCodes: 0 };
    },
    async end(now) {
      // All of them at once may take longer than a statement usually may.
      await sql('set local statement_timeout = 0');
      await sql(
        `update sessions set revoked_at = $1, revoke_reason = 'root_rotated', rotation_salt = null
         where revoked_at is null and expires_at > $1::timestamptz`,
        [now],
      );
      await sql('delete from recovery_codes');
    },
  };
}

/** An advisory lock of one number is shown in two halves. */
const processesSql = `
  select count(*)::int "count" from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.locktype = 'advisory' and l.objsubid = 1 and l.granted
    and ((l.classid::bigint << 32) | l.objid::bigint) = ${rootUseLock}::bigint`;

const endingsSql = `
  select (select count(*)::int from sessions where revoked_at is null and expires_at > $1::timestamptz) sessions,
         (select count(*)::int from accounts where last_sign_in_at is not null and status <> 'deactivated') "accountsWithDevices",
         (select count(*)::int from recovery_codes where used_at is null) "recoveryCodes"`;

const bytesOf = (value: Uint8Array | null): Buffer | null => (value === null ? null : Buffer.from(value));
