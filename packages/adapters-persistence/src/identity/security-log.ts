import type { identity } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function securityLog(sql: Sql): identity.SecurityLog {
  return {
    async add({ id, at, row, code, accountKey, network, requestId }) {
      await sql(
        `insert into security_log (id, at, row_name, code, account_key, network, request_id)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, at, row, code, accountKey, network, requestId],
      );
    },
  };
}
