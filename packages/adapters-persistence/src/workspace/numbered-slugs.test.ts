import { systemIds } from '@chancery/core';
import { expect } from 'chai';
import { world } from '../testing/world.ts';

/** What the next workspace of this name gets, and how often the table was looked at for it; nothing of it stays. */
async function claimed(base: string, taken: readonly number[]) {
  const { database, workspaceId, stranger, clock } = await world();
  const { workspaceId: other } = await stranger();
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into workspace_slugs (slug, workspace_id)
       select case n when 1 then $1 else $1 || '-' || n end, $2 from unnest($3::integer[]) n`,
      [base, other, taken],
    );
    const looks = async () =>
      (
        await client.query<{ looks: number }>(
          "select (seq_scan + idx_scan)::integer looks from pg_stat_xact_user_tables where relname = 'workspace_slugs'",
        )
      ).rows[0]?.looks ?? 0;
    const before = await looks();
    const { rows } = await client.query<{ slug: string }>(
      'select chancery_claim_slug($1, false, $2, $3) slug',
      [base, workspaceId, clock.now()],
    );
    return { slug: rows[0]?.slug, looks: (await looks()) - before };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('the number that a taken slug gets', () => {
  const base = () => `ada-${systemIds.uuid7().slice(-12)}`;

  it('is the first that is free, of the first sixteen', async () => {
    const name = base();
    expect((await claimed(name, [])).slug).to.equal(name);
    expect((await claimed(name, [1])).slug).to.equal(`${name}-2`);
    expect((await claimed(name, [1, 2, 3, 5, 6])).slug).to.equal(`${name}-4`);
    expect((await claimed(name, upTo(15))).slug).to.equal(`${name}-16`);
  });

  it('follows the last that is taken, wherever that is', async () => {
    const name = base();
    for (const last of [16, 17, 18, 31, 32, 33, 100, 1000])
      expect((await claimed(name, upTo(last))).slug).to.equal(`${name}-${last + 1}`);
  });

  it('follows one that is taken where later ones are free again', async () => {
    const name = base();
    const { slug } = await claimed(name, [...upTo(40), ...upTo(40).map((number) => number + 60)]);
    expect(slug).to.be.oneOf([`${name}-41`, `${name}-101`]);
  });

  it('is found in a few looks among ten thousand', async () => {
    const name = base();
    const { slug, looks } = await claimed(name, upTo(10_000));
    expect(slug).to.equal(`${name}-10001`);
    expect(looks).to.be.within(17, 60);
  });
});
