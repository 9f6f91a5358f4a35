import type { identity } from '@chancery/core';
import { instant, key, nullable, text } from '../../kernel/columns.ts';
import { EntitySchema } from '../../kernel/entity-schema.ts';
import type { Sql } from '../../kernel/sql.ts';
import { table } from '../../kernel/table.ts';

export const CeremonyRow = new EntitySchema<identity.Ceremony>({
  name: 'Ceremony',
  tableName: 'webauthn_ceremonies',
  columns: {
    id: key(),
    userId: nullable(text()),
    purpose: text(),
    challenge: text(),
    expiresAt: instant(),
  },
});

export function ceremonyRepository(sql: Sql): identity.CeremonyRepository {
  const ceremonies = table(sql, CeremonyRow);
  return {
    add: (ceremony) => ceremonies.insert(ceremony),
    async spend(id, purpose, userId, now) {
      const [spent] = await sql<{ challenge: string }>(
        `update webauthn_ceremonies set used_at = $4
         where id = $1 and purpose = $2 and user_id is not distinct from $3 and used_at is null and expires_at > $4::timestamptz
         returning challenge`,
        [id, purpose, userId, now],
      );
      return spent?.challenge ?? null;
    },
  };
}
