import type { SealKeyStore, StoredSealLeaf, StoredSealRoot } from '@chancery/core';
import type { Database } from '../kernel/data-source.ts';
import { unit } from '../kernel/raw-unit.ts';
import type { Sql } from '../kernel/sql.ts';

const role = 'chancery_identity';

/** The keys of seals that Chancery has made. */
export function sealKeyStore(database: Database): SealKeyStore {
  return {
    roots: () => unit(database, role, roots),
    addRoot: (root, after) =>
      unit(database, role, async (sql) => {
        await sql("select pg_advisory_xact_lock(hashtext('chancery.seal_roots'))");
        const present = await roots(sql);
        if ((present.at(-1)?.id ?? null) !== after) return present;
        await addRoot(sql, root);
        return roots(sql);
      }),
    leaf: (workspaceId) =>
      unit(database, role, async (sql) => {
        await enter(sql, workspaceId);
        return leaf(sql, workspaceId);
      }),
    leaves: () =>
      unit(database, role, async (sql) => {
        const found: StoredSealLeaf[] = [];
        for (const workspaceId of await sql.column('select workspace_id from chancery_every_workspace()')) {
          await enter(sql, workspaceId);
          const key = await leaf(sql, workspaceId);
          if (key !== null) found.push(key);
        }
        return found;
      }),
    replaceLeaf: (fresh, before) =>
      unit(database, role, async (sql) => {
        await enter(sql, fresh.workspaceId);
        await sql("select pg_advisory_xact_lock(hashtext('chancery.seal_leaf:' || $1))", [fresh.workspaceId]);
        const present = await leaf(sql, fresh.workspaceId);
        if (present !== null && present.id !== before) return present;
        await sql('delete from seal_leaves where workspace_id = $1', [fresh.workspaceId]);
        await addLeaf(sql, fresh);
        return fresh;
      }),
  };
}

const enter = (sql: Sql, workspaceId: string) =>
  sql("select set_config('app.workspace', $1, true)", [workspaceId]);

const common = `algorithm, certificate, private_sealed "privateSealed", valid_from "validFrom", valid_until "validUntil",
  created_at "createdAt"`;

const roots = (sql: Sql) =>
  sql<StoredSealRoot>(`select id, ${common} from seal_roots order by created_at, id`);

const leaf = (sql: Sql, workspaceId: string) =>
  sql.first<StoredSealLeaf>(
    `select id, workspace_id "workspaceId", root_id "rootId", owner_name "ownerName", ${common}
     from seal_leaves where workspace_id = $1`,
    [workspaceId],
  );

async function addRoot(sql: Sql, root: StoredSealRoot): Promise<void> {
  await sql(
    `insert into seal_roots (id, algorithm, certificate, private_sealed, valid_from, valid_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [root.id, ...valuesOf(root)],
  );
}

async function addLeaf(sql: Sql, fresh: StoredSealLeaf): Promise<void> {
  await sql(
    `insert into seal_leaves (id, workspace_id, root_id, owner_name, algorithm, certificate, private_sealed, valid_from,
       valid_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [fresh.id, fresh.workspaceId, fresh.rootId, fresh.ownerName, ...valuesOf(fresh)],
  );
}

const valuesOf = (key: StoredSealRoot | StoredSealLeaf) => [
  key.algorithm,
  Buffer.from(key.certificate),
  Buffer.from(key.privateSealed),
  key.validFrom,
  key.validUntil,
  key.createdAt,
];
