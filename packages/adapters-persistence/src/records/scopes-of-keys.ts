import type { Database } from '../kernel/data-source.ts';
import { unit } from '../kernel/raw-unit.ts';

/** A key of the vault as the database knows it; without a scope it was made ahead, and nothing uses it yet. */
export interface KnownKey {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly scope: { readonly kind: 'subject' | 'case'; readonly id: string } | null;
  /** Whether the scope was destroyed, or is about to be. */
  readonly isRetired: boolean;
}

interface Row {
  readonly keyId: string;
  readonly kind: 'subject' | 'case' | null;
  readonly id: string | null;
  readonly isRetired: boolean;
}

/** What the database knows of the keys of records, workspace by workspace, for the operator of the installation. */
export interface ScopesOfKeys {
  workspaces(): Promise<readonly string[]>;
  of(workspaceId: string): AsyncIterable<KnownKey>;
}

export const scopesOfKeys = (database: Database, batchSize = 5_000): ScopesOfKeys => ({
  workspaces: () =>
    unit(database, 'chancery_identity', (sql) =>
      sql.column<string>('select workspace_id from chancery_every_workspace() order by 1'),
    ),
  async *of(workspaceId) {
    for (let after: string | null = null; ; ) {
      const rows: readonly Row[] = await unit(database, 'chancery_identity', async (sql) => {
        await sql("select set_config('app.workspace', $1, true)", [workspaceId]);
        return sql<Row>(
          `select key_id "keyId", scope_kind kind, scope_id id, retired_at is not null "isRetired" from record_keys
           where workspace_id = $1 and ($2::uuid is null or key_id > $2::uuid) order by key_id limit $3`,
          [workspaceId, after, batchSize],
        );
      });
      for (const { keyId, kind, id, isRetired } of rows)
        yield { workspaceId, keyId, scope: kind === null || id === null ? null : { kind, id }, isRetired };
      if (rows.length < batchSize) return;
      after = rows.at(-1)?.keyId ?? null;
    }
  },
});
