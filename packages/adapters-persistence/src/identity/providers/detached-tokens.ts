import type { identity } from '@chancery/core';
import { bytes, instant, key, text } from '../../kernel/columns.ts';
import { EntitySchema } from '../../kernel/entity-schema.ts';
import type { Sql } from '../../kernel/sql.ts';
import { table } from '../../kernel/table.ts';

export const DetachedTokenRow = new EntitySchema<identity.DetachedToken>({
  name: 'DetachedToken',
  tableName: 'detached_tokens',
  columns: {
    id: key(),
    provider: text(),
    clientId: text(),
    refreshTokenSealed: bytes(),
    removeAfter: instant(),
  },
});

export function detachedTokenRepository(sql: Sql): identity.DetachedTokenRepository {
  const tokens = table(sql, DetachedTokenRow);
  return {
    add: (token) => tokens.insert(token),
    get: (id) => tokens.find({ id }),
    async remove(id) {
      await tokens.delete({ id });
    },
  };
}
