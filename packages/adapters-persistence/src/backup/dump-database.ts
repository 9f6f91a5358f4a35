import type { Database } from '../kernel/data-source.ts';
import { backupLock, migrationsLock } from '../kernel/locks.ts';
import { type BulkConnection, type CopiedTable, nameOf } from './bulk-connection.ts';
import { plainTextForms, storedTables } from './catalogue.ts';
import { type NamedBlob, namedBlobs } from './named-blobs.ts';
import { type RowsSummary, SummedRows } from './rows-digest.ts';

/** Why there can be no backup; the message is for the operator. */
export class BackupRefused extends Error {}

export interface DumpedTable extends CopiedTable, RowsSummary {}

export interface DatabaseSnapshot {
  readonly server: string;
  readonly migrations: readonly string[];
  readonly tables: readonly CopiedTable[];
  /** Gives all rows of one table to `write`, and counts them once more by another way. */
  copy(table: CopiedTable, write: (rows: AsyncIterable<Uint8Array>) => Promise<void>): Promise<DumpedTable>;
  blobs(): AsyncIterable<NamedBlob>;
}

/**
 * Shows one moment of the database to `work`, whole: every row although row-level security is forced. Others go on writing
 * meanwhile. Until the connection ends no migration begins, and nobody deletes an object of the blob store.
 */
export async function withSnapshot<T>(
  bulk: BulkConnection,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  const { client } = bulk;
  await takeLocks(client);
  await client.query(`begin isolation level repeatable read read only; ${plainTextForms}`);
  try {
    const tables = await storedTables(bulk);
    await readEverything(client, tables);
    const { rows: facts } = await client.query<{ server: string; migrations: string[] }>(
      `select current_setting('server_version') server, array(select m.name::text from migrations m order by m.timestamp) migrations`,
    );
    const [fact] = facts;
    if (fact === undefined) throw new BackupRefused('The database does not say which migrations it has.');
    return await work({
      ...fact,
      tables,
      copy: (table, write) => copied(bulk, table, write),
      blobs: () => namedBlobs(bulk),
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

async function takeLocks(client: BulkConnection['client']): Promise<void> {
  const { rows } = await client.query<{ still: boolean; alone: boolean }>(
    `select pg_try_advisory_lock_shared(${migrationsLock}) still, pg_try_advisory_lock(${backupLock}) alone`,
  );
  if (rows[0]?.still !== true)
    throw new BackupRefused('Migrations are running on this database: make the backup when they have ended.');
  if (rows[0]?.alone !== true)
    throw new BackupRefused('Another backup of this database is being made: wait until it has ended.');
}

/**
 * Makes the transaction read every row, or throws. A user who passes row-level security asks PostgreSQL to fail rather than
 * leave rows out; any other reads as the role of backups, whose policies are checked one by one.
 */
async function readEverything(
  client: BulkConnection['client'],
  tables: readonly CopiedTable[],
): Promise<void> {
  const { rows } = await client.query<{ passes: boolean }>(
    'select rolsuper or rolbypassrls passes from pg_roles where rolname = current_user',
  );
  if (rows[0]?.passes === true) {
    await client.query('set local row_security = off');
    return;
  }
  const { rows: hidden } = await client.query<{ name: string }>(
    `select c.relname::text "name" from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and (to_regrole('chancery_backup') is null
         or not has_table_privilege(to_regrole('chancery_backup'), c.oid, 'select')
         or c.relrowsecurity and (
           not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
             and p.polroles && array[to_regrole('chancery_backup')::oid, 0::oid] and pg_get_expr(p.polqual, c.oid) = 'true')
           or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')
             and p.polroles && array[to_regrole('chancery_backup')::oid, 0::oid])))
     order by 1`,
    [tables.map(({ name }) => name)],
  );
  if (hidden.length > 0)
    throw new BackupRefused(
      `The role chancery_backup may not read every row of ${hidden.map(({ name }) => name).join(', ')}: run chancery migrate, which lets it.`,
    );
  await client.query('set local role chancery_backup');
}

async function copied(
  bulk: BulkConnection,
  table: CopiedTable,
  write: (rows: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<DumpedTable> {
  const sum = new SummedRows();
  await write(sum.through(bulk.copyOut(table)));
  const summary = sum.summary();
  const counted = await countOf(bulk, table);
  if (summary.rows !== counted)
    throw new BackupRefused(
      `The table ${table.name} has ${counted} rows, of which ${summary.rows} could be read: this is no backup.`,
    );
  return { name: table.name, columns: table.columns, ...summary };
}

export async function countOf({ client }: BulkConnection, table: Pick<CopiedTable, 'name'>): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*)::text "count" from ${nameOf(table)}`,
  );
  return Number(rows[0]?.count);
}

/**
 * Whether another process copies the objects of the blob store just now; on the embedded database there is no other. Asked
 * before an object is deleted: a backup that begins later no longer sees the row that named it.
 */
export async function isBackupUnderWay({ kind, pool }: Pick<Database, 'kind' | 'pool'>): Promise<boolean> {
  if (kind === 'pglite') return false;
  const { rows } = await pool.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${backupLock}) free`,
  );
  return rows[0]?.free !== true;
}
