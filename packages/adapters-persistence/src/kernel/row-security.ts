import type { Database } from './data-source.ts';
import { unit } from './raw-unit.ts';

/**
 * Why this database must not be served, or null. The pool's own user may be a superuser; what counts is the role that a
 * transaction runs under, and that every table of a workspace has row-level security.
 */
export async function rowSecurityFault(database: Database): Promise<string | null> {
  return unit(database, 'chancery_app', async (sql) => {
    const [role] = await sql<{ name: string; superuser: boolean; bypasses: boolean }>(
      'select rolname "name", rolsuper superuser, rolbypassrls bypasses from pg_roles where rolname = current_user',
    );
    if (role?.name !== 'chancery_app') return 'A unit of work does not run as chancery_app.';
    if (role.superuser || role.bypasses)
      return 'The role chancery_app must be neither a superuser nor allowed to bypass row-level security.';

    const open = await sql<{ name: string }>(`
      select c.relname "name" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'workspace_id' and not a.attisdropped
        and not c.relrowsecurity
      order by 1`);
    return open.length === 0
      ? null
      : `Without row-level security: ${open.map(({ name }) => name).join(', ')}.`;
  });
}
