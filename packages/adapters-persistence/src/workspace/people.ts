import type { workspace } from '@chancery/core';
import { accountRepository } from '../identity/accounts.ts';
import type { Sql } from '../kernel/sql.ts';

export function personDirectory(sql: Sql): workspace.PersonDirectory {
  const accounts = accountRepository(sql);
  return {
    account: async (userId) => (await accounts.withPassword(userId))?.account ?? null,
  };
}
