import type { SigningKeyStore, StoredSigningKey } from '@chancery/core';
import type { Database } from '../kernel/data-source.ts';
import { unit } from '../kernel/raw-unit.ts';
import type { Sql } from '../kernel/sql.ts';

/** The signing keys of the installation. If several processes change them at once, each sees what the others did. */
export function signingKeyStore(database: Database): SigningKeyStore {
  return {
    list: () => unit(database, 'chancery_identity', list),
    change: (decide) =>
      unit(database, 'chancery_identity', async (sql) => {
        await sql("select pg_advisory_xact_lock(hashtext('chancery.signing_keys'))");
        const before = await list(sql);
        const after = await decide(before);
        await write(sql, before, after);
        return list(sql);
      }),
  };
}

const list = (sql: Sql) =>
  sql<StoredSigningKey>(
    `select kid, alg, status, private_sealed "privateSealed", published_at "publishedAt", activated_at "activatedAt",
            retired_at "retiredAt", remove_after "removeAfter"
     from signing_keys order by published_at desc, kid`,
  );

async function write(
  sql: Sql,
  before: readonly StoredSigningKey[],
  after: readonly StoredSigningKey[],
): Promise<void> {
  const kept = after.map(({ kid }) => kid);
  await sql('delete from signing_keys where not (kid = any($1))', [kept]);
  // The old key retires before the new one becomes active, because only one may be active.
  const inOrder = [...after].sort((a, b) => Number(a.status === 'active') - Number(b.status === 'active'));
  for (const key of inOrder) {
    if (before.includes(key)) continue;
    await sql(
      `insert into signing_keys as k (kid, alg, status, private_sealed, published_at, activated_at, retired_at, remove_after)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (kid) do update set status = excluded.status, activated_at = excluded.activated_at,
         retired_at = excluded.retired_at, remove_after = excluded.remove_after`,
      [
        key.kid,
        key.alg,
        key.status,
        Buffer.from(key.privateSealed),
        key.publishedAt,
        key.activatedAt,
        key.retiredAt,
        key.removeAfter,
      ],
    );
  }
}
