import type { identity } from '@chancery/core';
import { instant, key, nullable, text } from '../../kernel/columns.ts';
import { EntitySchema } from '../../kernel/entity-schema.ts';
import type { Sql } from '../../kernel/sql.ts';
import { table } from '../../kernel/table.ts';

export const FactorResetRow = new EntitySchema<identity.FactorReset>({
  name: 'FactorReset',
  tableName: 'factor_resets',
  columns: {
    id: key(),
    userId: text(),
    requestedByUserId: text(),
    reason: text(),
    status: text(),
    requestedAt: instant(),
    effectiveAt: instant(),
    cancelledAt: nullable(instant()),
    cancelledByUserId: nullable(text()),
  },
});

export function factorResetRepository(sql: Sql): identity.FactorResetRepository {
  const resets = table(sql, FactorResetRow);
  return {
    add: async (reset) => (await resets.insertUnlessTaken(reset)) === 1,
    get: (id) => resets.find({ id }),
    pendingOf: (userId) => resets.find({ userId, status: 'pending' }),
    async end({ id, status: before }, status, byUserId, now) {
      const cancelled = status === 'cancelled';
      const ended = await resets.update(
        { id, status: before },
        { status, ...(cancelled ? { cancelledAt: now, cancelledByUserId: byUserId } : {}) },
      );
      return ended === 1;
    },
    ownersAround: (userId) => sql.column('select id from chancery_owners_around($1) id order by 1', [userId]),
  };
}
