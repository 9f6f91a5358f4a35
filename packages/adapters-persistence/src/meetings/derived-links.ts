import type { identity } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

interface Link {
  readonly kind: string;
  readonly id: string;
  readonly generation: number;
}

/**
 * The links of invitations and registrations in all workspaces, by functions that reach nothing else of them. `batch` is how
 * many one statement reads and writes.
 */
export function derivedLinks(sql: Sql, batch = 2000): identity.DerivedLinks {
  return {
    async count() {
      const [row] = await sql<{ links: number }>('select chancery_count_derived_links() links');
      return row?.links ?? 0;
    },
    async renew(tokenHashOf) {
      let after: Link = { kind: '', id: '00000000-0000-0000-0000-000000000000', generation: 0 };
      for (;;) {
        const links = await sql<Link>('select kind, id, generation from chancery_derived_links($1, $2, $3)', [
          after.kind,
          after.id,
          batch,
        ]);
        const last = links.at(-1);
        if (last === undefined) return;
        after = last;
        const renewed = links.map(({ kind, id, generation }) => ({
          kind,
          id,
          hash: tokenHashOf(kind, id, generation),
        }));
        await sql('select chancery_renew_derived_links($1)', [JSON.stringify(renewed)]);
      }
    },
  };
}
