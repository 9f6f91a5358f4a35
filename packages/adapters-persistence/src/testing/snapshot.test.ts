import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Database, openPglite } from '../kernel/data-source.ts';
import { rowSecurityFault } from '../kernel/row-security.ts';
import { copyMigratedDatabase, openMigratedPglite } from './snapshot.ts';

/** Every table, column, policy and function of the schema, and every migration that ran. */
const schemaOf = async ({ pool }: Database) =>
  (
    await pool.query<{ line: string }>(`
      select table_name || '.' || column_name || ' ' || data_type line from information_schema.columns where table_schema = 'public'
      union all select tablename || ' ' || policyname || coalesce(qual, '') from pg_policies
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select name from migrations order by 1`)
  ).rows.map(({ line }) => line);

describe('the snapshot of a migrated database', () => {
  it('holds what the migrations make from nothing, in memory and in a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    await copyMigratedDatabase(folder);
    const migrated = await openPglite('memory');
    await migrated.migrate();
    const [inMemory, inFolder] = [await openMigratedPglite(), await openPglite(folder)];

    const expected = await schemaOf(migrated);
    for (const copy of [inMemory, inFolder]) {
      expect(await copy.pendingMigrations()).to.deep.equal([]);
      expect(await schemaOf(copy)).to.deep.equal(expected);
      expect(await rowSecurityFault(copy)).to.equal(null);
    }

    for (const database of [migrated, inMemory, inFolder]) await database.close();
    await rm(folder, { recursive: true });
  });
});
