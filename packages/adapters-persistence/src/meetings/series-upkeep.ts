import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function seriesUpkeep(sql: Sql, workspaceId: string): meetings.SeriesUpkeep {
  const workspaces = async (source: string, value: string) =>
    (await sql<{ workspaceId: string }>(`select workspace_id "workspaceId" from ${source}($1)`, [value])).map(
      (row) => row.workspaceId,
    );
  const ids = async (condition: string, values: readonly unknown[]) =>
    (
      await sql<{ id: string }>(
        `select id from meetings where workspace_id = $1 and ${condition} and ($3::uuid is null or id > $3) order by id limit $4`,
        [workspaceId, ...values],
      )
    ).map(({ id }) => id);

  return {
    workspacesToWrite: (moment) => workspaces('chancery_meetings_to_write', moment),
    toWrite: (moment, afterId, limit) =>
      ids("written_until < $2 and status in ('scheduled', 'live', 'ended')", [moment, afterId, limit]),
    async written(meetingId, until) {
      await sql('update meetings set written_until = $3 where workspace_id = $1 and id = $2', [
        workspaceId,
        meetingId,
        until,
      ]);
    },
    workspacesOfOtherRelease: (release) => workspaces('chancery_meetings_of_other_release', release),
    ofOtherRelease: (release, afterId, limit) =>
      ids("tzdata_version <> $2 and status in ('scheduled', 'live')", [release, afterId, limit]),
    async resolved(meetingId, release) {
      await sql('update meetings set tzdata_version = $3 where workspace_id = $1 and id = $2', [
        workspaceId,
        meetingId,
        release,
      ]);
    },
  };
}
