import type pg from 'pg';

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * What a transaction may run as: three roles of the application, the owner of the functions that look across workspaces,
 * and who reads every row for a backup. Nobody can log in as any of them.
 */
export const databaseRoles = [
  'chancery_app',
  'chancery_identity',
  'chancery_worker',
  'chancery_gate',
  'chancery_backup',
] as const;

/**
 * Makes the roles that are missing, and lets the current user act as each of them. Roles belong to the whole server, so
 * another installation may have made them, under another user. Throws one sentence with the statements that this user may
 * not run; nothing has been changed then.
 */
export async function prepareRoles(client: Client): Promise<void> {
  const { user, database, statements } = await refusedStatements(client);
  if (statements.length > 0)
    throw new Error(
      `The user ${user} may not do all that the migrations need: let a superuser run "${statements.join(' ')}" in the database ${database}, and start the migrations again.`,
    );
  for (const role of databaseRoles) await makeRole(client, role);
}

/** From version 16 on, who created a role administers it, but may not act as it until that is granted. */
const actingAs = async (client: Client): Promise<'SET' | 'MEMBER'> => {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') version",
  );
  return Number(rows[0]?.version) >= 160_000 ? 'SET' : 'MEMBER';
};

/** What the migrations need and this user may not do, as statements for somebody who may. */
async function refusedStatements(client: Client) {
  const acting = await actingAs(client);
  const { rows } = await client.query<{
    user: string;
    database: string;
    missing: string[];
    foreign: string[];
    schema: boolean;
    temporary: boolean;
  }>(
    `select quote_ident(u.rolname) "user", quote_ident(current_database()) "database",
       array(select n from unnest($1::text[]) with ordinality t (n, place)
         where not (u.rolsuper or u.rolcreaterole) and not exists (select from pg_roles r where r.rolname = n) order by place) missing,
       array(select n from unnest($1::text[]) with ordinality t (n, place) left join pg_roles r on r.rolname = n
         where case when r.oid is null then not (u.rolsuper or u.rolcreaterole)
           else not pg_has_role(u.oid, r.oid, $2) and not (u.rolsuper or (u.rolcreaterole and $2 = 'MEMBER'))
             and not pg_has_role(u.oid, r.oid, 'MEMBER WITH ADMIN OPTION') end
         order by place) "foreign",
       not has_schema_privilege('public', 'usage with grant option')
         or not has_schema_privilege('public', 'create with grant option') "schema",
       has_database_privilege('public', d.oid, 'temporary') and not pg_has_role(u.oid, d.datdba, 'usage') "temporary"
     from pg_roles u, pg_database d where u.rolname = current_user and d.datname = current_database()`,
    [databaseRoles, acting],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database does not say who the current user is.');
  const { user, database, missing, foreign, schema, temporary } = row;
  return {
    user,
    database,
    statements: [
      ...missing.map((role) => `create role ${role} nologin;`),
      ...(foreign.length > 0 ? [`grant ${foreign.join(', ')} to ${user};`] : []),
      ...(schema ? [`grant usage, create on schema public to ${user} with grant option;`] : []),
      ...(temporary ? [`revoke temporary on database ${database} from public;`] : []),
    ],
  };
}

/** Other databases of the server may make the same role at the same moment; whoever comes second finds it made. */
async function makeRole(client: Client, role: string): Promise<void> {
  const acting = await actingAs(client);
  const stands = async () => {
    const { rows } = await client.query<{ exists: boolean; acts: boolean }>(
      `select r.oid is not null "exists", coalesce(pg_has_role(r.oid, $2), false) acts
       from (values ($1::name)) n (name) left join pg_roles r on r.rolname = n.name`,
      [role, acting],
    );
    return rows[0];
  };
  for (let tries = 1; ; tries += 1)
    try {
      if ((await stands())?.exists !== true) await client.query(`create role ${role} nologin`);
      if ((await stands())?.acts !== true)
        await client.query(
          `grant ${role} to current_user${acting === 'SET' ? ' with set true, inherit true' : ''}`,
        );
      return;
    } catch (error) {
      if (tries === 5 || !madeMeanwhile.has((error as { code?: string }).code ?? '')) throw error;
    }
}

/** duplicate_object, unique_violation, and "tuple concurrently updated", which has no code of its own. */
const madeMeanwhile = new Set(['42710', '23505', 'XX000']);

/**
 * Lets the role of backups read every table, whichever migration made it. Row-level security is forced, so that not even
 * the owner of the tables sees their rows: without a policy of its own a reader would silently leave them out.
 */
export async function letBackupsRead(client: Client): Promise<void> {
  await client.query(`
    do $$
    declare stored record;
    begin
      grant usage on schema public to chancery_backup;
      for stored in
        select c.oid, format('%I.%I', n.nspname, c.relname) name, c.relrowsecurity secured
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p')
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      loop
        if not has_table_privilege('chancery_backup', stored.oid, 'select') then
          execute format('grant select on %s to chancery_backup', stored.name);
        end if;
        if stored.secured and not exists (select from pg_policy p where p.polrelid = stored.oid and p.polname = 'backup') then
          execute format('create policy backup on %s for select to chancery_backup using (true)', stored.name);
        end if;
      end loop;
    end $$`);
}
