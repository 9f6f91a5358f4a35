import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Written on what this migration changed, so that undoing it finds the same keys. */
const mark = 'tenant key of migration 0054';

/**
 * A slug is chosen by people and unique over all workspaces; that small table says to which workspace one belongs. Jobs of
 * the installation have no workspace. Both stay where they are when the tables of tenants are distributed.
 */
const exceptions = ['workspace_slugs', 'jobs'];

const tenantTables = `
  select a.attrelid "table", a.attnum tenant from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'workspace_id' and not a.attisdropped
    and c.relname <> all($1)`;

interface ReferenceRow {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

interface KeyRow {
  readonly table: string;
  readonly name: string;
  readonly constraint: 'primary key' | 'unique' | null;
  readonly columns: string;
  readonly predicate: string | null;
}

/** Foreign keys between tables of tenants that are said in this way about the workspace. */
const references = (condition: string) => `
  with tenants as (${tenantTables})
  select f.conrelid::regclass "table", quote_ident(f.conname) "name", pg_get_constraintdef(f.oid) definition
  from pg_constraint f join tenants t on t."table" = f.conrelid join tenants r on r."table" = f.confrelid
  where f.contype = 'f' and ${condition} order by 1, 2`;

/** Unique keys that are said in this way about the workspace, with their columns and without those at the end that were appended. */
const keys = (condition: string, appended: 0 | 1) => `
  with tenants as (${tenantTables})
  select t."table"::regclass "table", quote_ident(i.relname) "name", p.predicate, l.columns,
    case k.contype when 'p' then 'primary key' when 'u' then 'unique' end "constraint"
  from tenants t join pg_index x on x.indrelid = t."table" and x.indisunique join pg_class i on i.oid = x.indexrelid
  left join pg_constraint k on k.conindid = x.indexrelid and k.conrelid = x.indrelid and k.contype in ('p', 'u')
  cross join lateral (
    select string_agg(pg_get_indexdef(x.indexrelid, n, false), ', ' order by n) columns
    from generate_series(1, x.indnkeyatts - ${appended}) n) l
  cross join lateral (select pg_get_expr(x.indpred, x.indrelid) predicate) p
  where ${condition} order by 1, 2`;

const drop = ({ table, name }: ReferenceRow) => `alter table ${table} drop constraint ${name}`;

function replaced({ table, name, constraint, predicate }: KeyRow, columns: string, note: string | null) {
  const comment = note === null ? 'null' : `'${note}'`;
  if (constraint !== null)
    return `alter table ${table} drop constraint ${name}, add constraint ${name} ${constraint} (${columns});
      comment on constraint ${name} on ${table} is ${comment};`;
  return `drop index ${name};
    create unique index ${name} on ${table} (${columns})${predicate === null ? '' : ` where ${predicate}`};
    comment on index ${name} is ${comment};`;
}

const sides = /^FOREIGN KEY \((.+?)\) REFERENCES (.+?)\((.+?)\)/;
const within = (definition: string) =>
  definition.replace(sides, 'foreign key ($1, workspace_id) references $2($3, workspace_id)');
const anywhere = (definition: string) =>
  definition.replace(sides, (_, own: string, table: string, other: string) => {
    const before = (columns: string) => columns.replace(/, workspace_id$/, '');
    return `foreign key (${before(own)}) references ${table}(${before(other)})`;
  });

/**
 * Every unique key and every foreign key of a tenant's table holds the workspace, as tables must that are partitioned or
 * distributed by workspace; and no row refers to one of another workspace. The workspace comes last, so that a look-up by
 * the other columns alone uses the same index as before. Names stay. Each index is built once and each reference compared
 * once, with more memory than a request gets.
 */
export class TenantKeys0054 implements MigrationInterface {
  readonly name = 'TenantKeys1700000000054';

  async up(runner: QueryRunner): Promise<void> {
    await takingTime(runner);
    const loose: ReferenceRow[] = await runner.query(references('t.tenant <> all(f.conkey)'), [exceptions]);
    const short: KeyRow[] = await runner.query(keys('t.tenant <> all(x.indkey::smallint[])', 0), [
      exceptions,
    ]);
    for (const reference of loose) await runner.query(drop(reference));
    for (const key of short) await runner.query(replaced(key, `${key.columns}, workspace_id`, mark));
    for (const { table, name, definition } of loose)
      await runner.query(`alter table ${table} add constraint ${name} ${within(definition)};
        comment on constraint ${name} on ${table} is '${mark}';`);
    await runner.query(`
      -- No unique key says any more that two workspaces have not the same code, so whoever wants one asks here: the lock
      -- lasts until the transaction ends, and the next who asks for the same code sees what was written before.
      create function chancery_join_code_free(code text) returns boolean
      language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended(code, 9));
        return not exists (select from meeting_chains where join_code = code);
      end $$;
      grant create on schema public to chancery_gate;
      alter function chancery_join_code_free(text) owner to chancery_gate;
      revoke create on schema public from chancery_gate;
      revoke execute on function chancery_join_code_free(text) from public;
      grant execute on function chancery_join_code_free(text) to chancery_app;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await takingTime(runner);
    const made: ReferenceRow[] = await runner.query(
      references(`obj_description(f.oid, 'pg_constraint') = '${mark}'`),
      [exceptions],
    );
    const long: KeyRow[] = await runner.query(
      keys(
        `'${mark}' in (obj_description(k.oid, 'pg_constraint'), obj_description(x.indexrelid, 'pg_class'))`,
        1,
      ),
      [exceptions],
    );
    for (const reference of made) await runner.query(drop(reference));
    for (const key of long) await runner.query(replaced(key, key.columns, null));
    for (const { table, name, definition } of made)
      await runner.query(`alter table ${table} add constraint ${name} ${anywhere(definition)}`);
    await runner.query('drop function chancery_join_code_free(text)');
  }
}

const takingTime = (runner: QueryRunner) =>
  runner.query("set local statement_timeout = 0; set local maintenance_work_mem = '256MB'");
