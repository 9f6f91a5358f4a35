import type { identity } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

const accountBucket = 'account';
const bucketOf = ({ deviceId }: identity.PasswordAttempt): string =>
  deviceId === null ? accountBucket : `device:${deviceId}`;
const networkBucketOf = ({ network }: identity.PasswordAttempt): string => `network:${network}`;

export function passwordAttemptRepository(sql: Sql): identity.PasswordAttemptRepository {
  return {
    lock: (attempt, networkSince) => lockedCounts(sql, attempt, networkSince),
    async count(attempt, anew, networkSince, now) {
      await Promise.all([
        sql(countSql, [bucketOf(attempt), attempt.accountKey, now, anew]),
        sql(countInNetworkSql, [networkBucketOf(attempt), attempt.accountKey, now, networkSince]),
      ]);
    },
    async succeeded(attempt) {
      await Promise.all([
        sql(clearSql, [bucketOf(attempt), attempt.accountKey, 0]),
        sql(forgiveSql, [[networkBucketOf(attempt)], attempt.accountKey]),
      ]);
    },
    async forgive(attempt) {
      await sql(forgiveSql, [[bucketOf(attempt), networkBucketOf(attempt)], attempt.accountKey]);
    },
    async clear(accountKey, atLeast) {
      await sql(clearSql, [accountBucket, accountKey, atLeast]);
    },
    takeNotice: (accountKey, at, since) =>
      sql.did(
        `update password_attempts set noticed_at = $3
         where bucket = $1 and account_key = $2 and (noticed_at is null or noticed_at <= $4::timestamptz)`,
        [accountBucket, accountKey, at, since],
      ),
  };
}

async function lockedCounts(
  sql: Sql,
  attempt: identity.PasswordAttempt,
  networkSince: string,
): Promise<identity.AttemptCounts> {
  const lock = (name: string) => lockName(sql, `password-attempt:${name}`);
  // The account is always locked before the network, so that no two tries wait for each other.
  const [, , row] = await Promise.all([
    lock(attempt.accountKey),
    lock(attempt.network),
    sql.first<identity.AttemptCounts>(countsSql, [
      bucketOf(attempt),
      attempt.accountKey,
      networkBucketOf(attempt),
      networkSince,
    ]),
  ]);
  if (row === null) throw new Error('The counts of attempts gave no row');
  return row;
}

const clearSql = 'delete from password_attempts where bucket = $1 and account_key = $2 and failures >= $3';
const forgiveSql =
  'update password_attempts set failures = greatest(failures - 1, 0) where bucket = any($1) and account_key = $2';

const countsSql = `
  select coalesce(own.failures, 0) failures, own.first_failed_at "firstFailedAt", own.last_failed_at "lastFailedAt",
         network.failures "networkFailures", network.other_accounts "otherAccountsOfNetwork", network.first_failed_at "networkFirstFailedAt"
  from (select coalesce(sum(failures), 0)::int failures, count(*) filter (where account_key <> $2)::int other_accounts, min(first_failed_at) first_failed_at
        from password_attempts where bucket = $3 and failures > 0 and first_failed_at > $4::timestamptz) network
  left join password_attempts own on own.bucket = $1 and own.account_key = $2`;

const countSql = `
  insert into password_attempts as a (bucket, account_key, failures, first_failed_at, last_failed_at) values ($1, $2, 1, $3, $3)
  on conflict (bucket, account_key) do update set
    failures = case when $4::boolean then 1 else a.failures + 1 end,
    first_failed_at = case when $4::boolean then excluded.first_failed_at else a.first_failed_at end,
    last_failed_at = excluded.last_failed_at`;

const countInNetworkSql = `
  insert into password_attempts as a (bucket, account_key, failures, first_failed_at, last_failed_at) values ($1, $2, 1, $3, $3)
  on conflict (bucket, account_key) do update set
    failures = case when a.first_failed_at <= $4::timestamptz or a.failures = 0 then 1 else a.failures + 1 end,
    first_failed_at = case when a.first_failed_at <= $4::timestamptz or a.failures = 0 then excluded.first_failed_at else a.first_failed_at end,
    last_failed_at = excluded.last_failed_at`;
