import type { UnitOfWork } from '@chancery/core';
import { connectionOf } from './connection.ts';
import type { Database } from './data-source.ts';
import { PgTransaction } from './pg-transaction.ts';
import { readFromReplica } from './replica-reads.ts';
import { runOn, unavailable } from './run-on.ts';

/** Runs one transaction per unit of work; a read that need not be of this moment on a replica, if one is close enough behind. */
export function unitOfWork(database: Database): UnitOfWork {
  const clientOfMain = () =>
    connectionOf(database).catch((cause: unknown) => {
      throw unavailable(cause);
    });
  return {
    async run(mode, role, work, _holder, mayBeOld = false) {
      const replica = mayBeOld && mode !== 'write' ? database.replicas?.next() : undefined;
      if (replica !== undefined) {
        const read = await readFromReplica(replica, clientOfMain, mode, role, work);
        if (read !== null) return read.result;
      }
      return runOn(await clientOfMain(), mode, role, (sql) => new PgTransaction(sql), work);
    },
  };
}
