import { migrationsLock } from '../kernel/locks.ts';
import { type BulkConnection, nameOf } from './bulk-connection.ts';
import { plainTextForms, type StoredTable, storedTables } from './catalogue.ts';
import { countOf, type DumpedTable } from './dump-database.ts';
import { SummedRows } from './rows-digest.ts';

const notEmpty = 'The database is not empty: restore into a new one.';

/** Why a backup cannot be taken up here; the message is for the operator. */
export class RestoreRefused extends Error {}

export interface LoadedDatabase {
  readonly rows: number;
  /** How many ledgers have been verified, and their events. */
  readonly ledgers: number;
  readonly events: number;
}

/**
 * Why this database cannot be given the tables of the backup, or null: it must have none at all, or those of the same
 * migrations, which an earlier restore that did not end has left. Whether they have rows is seen when they are written.
 */
export async function targetFault(
  { client }: BulkConnection,
  migrations: readonly string[],
): Promise<string | null> {
  const { rows } = await client.query<{ tables: string[]; listed: boolean }>(
    `select array(select c.relname::text from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
           and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1) tables,
       to_regclass('public.migrations') is not null listed`,
  );
  const [found] = rows;
  if (found === undefined || found.tables.length === 0) return null;
  if (!found.listed) return notEmpty;
  const { rows: ran } = await client.query<{ name: string }>('select name from public.migrations');
  if (ran.some(({ name }) => !migrations.includes(name)) || ran.length !== migrations.length) return notEmpty;
  return null;
}

/**
 * Writes the rows of a backup into the tables that the same migrations made, and compares what is there then with the
 * backup: rows, digests, and the ledgers in themselves. `finish` runs last; if anything fails nothing is kept.
 */
export async function loadDatabase(
  bulk: BulkConnection,
  backup: readonly DumpedTable[],
  read: (table: DumpedTable) => AsyncIterable<Uint8Array>,
  { tell, finish }: { readonly tell: (table: DumpedTable) => void; readonly finish: () => Promise<void> },
): Promise<LoadedDatabase> {
  const { client } = bulk;
  await client.query(`select pg_advisory_lock_shared(${migrationsLock})`);
  await client.query(`begin; ${plainTextForms}`);
  try {
    const tables = await storedTables(bulk);
    const pairs = pairsOf(tables, backup);
    await openForRows(client, tables);
    for (const [, stored] of pairs) {
      await bulk.copyIn(stored, read(stored));
      tell(stored);
    }
    await client.query('set constraints all immediate');
    for (const [, stored] of pairs) await compare(bulk, stored);
    const ledgers = await verifyLedgers(client);
    await closeAgain(client, tables);
    await finish();
    await client.query('commit');
    await client.query('analyze');
    return { rows: backup.reduce((sum, { rows }) => sum + rows, 0), ...ledgers };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The tables of both, in the order of the target; each must be in the other with the same columns. */
function pairsOf(
  tables: readonly StoredTable[],
  backup: readonly DumpedTable[],
): readonly (readonly [StoredTable, DumpedTable])[] {
  const known = new Map(backup.map((stored) => [stored.name, stored]));
  const others = backup.filter(({ name }) => !tables.some((table) => table.name === name));
  if (others.length > 0)
    throw new RestoreRefused(
      `The backup has tables that are none of Chancery's: ${others.map(({ name }) => name).join(', ')}.`,
    );
  return tables.map((table) => {
    const stored = known.get(table.name);
    if (stored === undefined || [...stored.columns].sort().join() !== [...table.columns].sort().join())
      throw new RestoreRefused(`The backup has not the table ${table.name} as its migrations make it.`);
    return [table, stored] as const;
  });
}

/** Everything that follows from a row is in the backup too, so no trigger acts; the owner may write until the end of this. */
async function openForRows(client: BulkConnection['client'], tables: readonly StoredTable[]): Promise<void> {
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access exclusive mode`);
  for (const table of tables) {
    if (table.forcesRowSecurity)
      await client.query(`alter table ${nameOf(table)} no force row level security`);
    for (const trigger of table.triggers)
      await client.query(`alter table ${nameOf(table)} disable trigger "${trigger}"`);
  }
  const filled = tables.map((table) => `exists (select from ${nameOf(table)})`).join(' or ');
  const { rows } = await client.query<{ filled: boolean }>(`select ${filled} filled`);
  if (rows[0]?.filled === true) throw new RestoreRefused(notEmpty);
}

async function closeAgain(client: BulkConnection['client'], tables: readonly StoredTable[]): Promise<void> {
  for (const table of tables) {
    if (table.forcesRowSecurity) await client.query(`alter table ${nameOf(table)} force row level security`);
    for (const trigger of table.triggers)
      await client.query(`alter table ${nameOf(table)} enable trigger "${trigger}"`);
  }
}

async function compare(bulk: BulkConnection, stored: DumpedTable): Promise<void> {
  const [counted, found] = [await countOf(bulk, stored), await new SummedRows().of(bulk.copyOut(stored))];
  if (counted !== stored.rows || found.rows !== stored.rows || found.rowsDigest !== stored.rowsDigest)
    throw new RestoreRefused(
      `The table ${stored.name} was restored with other rows than the backup has: ${counted} instead of ${stored.rows}.`,
    );
}

async function verifyLedgers(client: BulkConnection['client']) {
  const { rows: known } = await client.query<{ id: string }>(
    'select ledger_id id from audit_head union select distinct ledger_id from audit_event order by 1',
  );
  let events = 0;
  for (const { id } of known) {
    await client.query("select set_config('app.ledgers', $1, true)", [id]);
    const { rows } = await client.query<{ bad: string | null; reason: string | null; events: string }>(
      'select first_bad_seq::text bad, reason, events_checked::text events from audit_verify($1, 1, null)',
      [id],
    );
    const [verdict] = rows;
    if (verdict === undefined || verdict.bad !== null)
      throw new RestoreRefused(
        `The audit ledger ${id} does not verify: ${verdict?.reason ?? 'no answer'} at line ${verdict?.bad ?? '?'}.`,
      );
    events += Number(verdict.events);
  }
  return { ledgers: known.length, events };
}
