import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function seriesUpkeep(sql: Sql, workspaceId: string): meetings.SeriesUpkeep {
  const workspaces = (source: string, value: string) =>
    sql.column(`select workspace_id from ${source}($1)`, [value]);
  const ids = (condition: string, values: readonly unknown[]) =>
    sql.column(
      `select id from meetings where workspace_id = $1 and ${condition} and ($3::uuid is null or id > $3) order by id limit $4`,
      [workspaceId, ...values],
    );
  const note = async (column: string, meetingId: string, value: string | null) => {
    await sql(`update meetings set ${column} = $3 where workspace_id = $1 and id = $2`, [
      workspaceId,
      meetingId,
      value,
    ]);
  };

  return {
    workspacesToWrite: (moment) => workspaces('chancery_meetings_to_write', moment),
    toWrite: (moment, afterId, limit) =>
      ids("written_until < $2 and status in ('scheduled', 'live', 'ended')", [moment, afterId, limit]),
    written: (meetingId, until) => note('written_until', meetingId, until),
    workspacesOfOtherRelease: (release) => workspaces('chancery_meetings_of_other_release', release),
    ofOtherRelease: (release, afterId, limit) =>
      ids("tzdata_version <> $2 and status in ('scheduled', 'live')", [release, afterId, limit]),
    resolved: (meetingId, release) => note('tzdata_version', meetingId, release),
  };
}
