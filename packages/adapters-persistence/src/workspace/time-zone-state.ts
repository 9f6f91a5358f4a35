import type { workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

type Release = NonNullable<Awaited<ReturnType<workspace.TimeZoneState['get']>>>;

export const timeZoneState = (sql: Sql): workspace.TimeZoneState => ({
  get: () => sql.first<Release>('select version, data from tz_state'),
  take: ({ version, data }, at) =>
    sql.did(
      `insert into tz_state (version, data, changed_at) values ($1, $2, $3)
       on conflict (only_row) do update set version = excluded.version, data = excluded.data, changed_at = excluded.changed_at
       where tz_state.version < excluded.version`,
      [version, data, at],
    ),
});
