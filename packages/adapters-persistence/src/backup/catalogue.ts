import type { BulkConnection, CopiedTable } from './bulk-connection.ts';

/** A table whose rows belong into a backup. */
export interface StoredTable extends CopiedTable {
  /** Triggers that fire for everybody; a backup has already what they once did. */
  readonly triggers: readonly string[];
  readonly forcesRowSecurity: boolean;
}

/** The list of migrations is made anew by the migrations. */
const ownTable = 'migrations';

/**
 * Every table of the database in an order in which their rows can be written: whatever a foreign key names comes first.
 * Columns that PostgreSQL computes are left out, and unlogged tables, which the database itself does not keep.
 */
export async function storedTables({
  client,
}: Pick<BulkConnection, 'client'>): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<
    StoredTable & { needs: readonly string[]; sequences: readonly string[] }
  >(
    `select c.relname::text "name", c.relforcerowsecurity "forcesRowSecurity",
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) columns,
       array(select t.tgname::text from pg_trigger t
         where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled = 'O' order by 1) triggers,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> k.conrelid) needs,
       array(select s.relname::text from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
         where d.refobjid = c.oid and d.deptype in ('a', 'i')) sequences
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> '${ownTable}' and c.relpersistence = 'p'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
  );
  const numbered = rows.flatMap(({ sequences }) => sequences);
  if (numbered.length > 0)
    throw new Error(`A backup knows no sequences, and there are some: ${numbered.join(', ')}.`);

  const waiting = new Map(rows.map((row) => [row.name, row]));
  const ordered: StoredTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`The foreign keys of these tables form a circle: ${[...waiting.keys()].join(', ')}.`);
    for (const { name, columns, triggers, forcesRowSecurity } of ready) {
      ordered.push({ name, columns, triggers, forcesRowSecurity });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** How values are written, whatever the database or its user have set. Until the end of the transaction. */
export const plainTextForms = `
  set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public, pg_temp`;
