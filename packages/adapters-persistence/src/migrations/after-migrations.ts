import type pg from 'pg';
import { letBackupsRead } from './roles.ts';

/**
 * What every run of the migrations ends with, on both databases. Rights on the database itself come with no copy and no
 * restored backup of it, and without statistics the first queries over new or refilled tables take plans that read them whole.
 */
export async function afterMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await revokeTemporary(client);
  await letBackupsRead(client);
  await client.query('analyze');
}

/** Nobody makes temporary objects here, which could stand in for a table's name. Who owns the database keeps the right. */
export async function revokeTemporary(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    "do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$",
  );
}
