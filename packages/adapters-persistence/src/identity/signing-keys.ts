import type { Database } from '../kernel/data-source.ts';
import { unit } from '../kernel/raw-unit.ts';

/** A key that signs access tokens; its private half sealed by the key ring. */
export interface SealedSigningKey {
  readonly kid: string;
  readonly status: 'next' | 'active' | 'retired';
  readonly privateSealed: Uint8Array;
}

/**
 * The keys of the installation, the newest first. Where none is active yet, `create` makes it; of several processes that
 * start at once one does, and all read the same.
 */
export async function readOrCreateSigningKeys(
  database: Database,
  create: () => Promise<Pick<SealedSigningKey, 'kid' | 'privateSealed'>>,
): Promise<readonly SealedSigningKey[]> {
  return unit(database, 'chancery_identity', async (sql) => {
    await sql("select pg_advisory_xact_lock(hashtext('chancery.signing_keys'))");
    const known = await sql<SealedSigningKey>(listSql);
    if (known.some(({ status }) => status === 'active')) return known;

    const { kid, privateSealed } = await create();
    await sql(
      `insert into signing_keys (kid, alg, status, private_sealed, published_at, activated_at)
       values ($1, 'EdDSA', 'active', $2, now(), now())`,
      [kid, Buffer.from(privateSealed)],
    );
    return sql<SealedSigningKey>(listSql);
  });
}

const listSql = `select kid, status, private_sealed "privateSealed" from signing_keys order by published_at desc, kid`;
