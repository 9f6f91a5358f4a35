import type { IncomingFiles } from '@chancery/core';
import type { Sql } from './sql.ts';

/** Row-level security shows the note of the object that is named, and no other. */
export function incomingFiles(sql: Sql): IncomingFiles {
  const named = async <T>(blobKey: string, statement: () => Promise<T>): Promise<T> => {
    const [, result] = await Promise.all([
      sql("select set_config('app.incoming', $1, true)", [blobKey]),
      statement(),
    ]);
    return result;
  };
  return {
    async begin(blobKey, now) {
      await named(blobKey, () =>
        sql('insert into incoming_files (blob_key, begun_at) values ($1, $2)', [blobKey, now]),
      );
    },
    keep: async (blobKey) =>
      (await named(blobKey, () =>
        sql.changed('delete from incoming_files where blob_key = $1 and given_up_at is null', [blobKey]),
      )) === 1,
    giveUp: async (blobKey, now) =>
      (await named(blobKey, () =>
        sql.changed(
          'update incoming_files set given_up_at = $2 where blob_key = $1 and given_up_at is null',
          [blobKey, now],
        ),
      )) === 1,
    async forget(blobKey) {
      await named(blobKey, () =>
        sql.changed('delete from incoming_files where blob_key = $1 and given_up_at is not null', [blobKey]),
      );
    },
  };
}
