import type { OutsideMailCounters } from '@chancery/core';
import type { Sql } from './sql.ts';

/** By a function that counts and shows nothing else: the rows are about people of every workspace. */
export const outsideMailCounters = (sql: Sql): OutsideMailCounters => ({
  count: (mails, day, most) =>
    mails.length === 0
      ? Promise.resolve([])
      : sql.column('select recipient id from chancery_count_mails($1, $2, $3, $4)', [
          day,
          mails.map(({ recipient }) => recipient),
          mails.map((one) => one.mails),
          most,
        ]),
});
