import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { admissionBasisOf } from './admission-basis.ts';

export function joinCodeRepository(sql: Sql, workspaceId: string): meetings.JoinCodeRepository {
  return {
    preview: (joinCode, now) =>
      sql.first<meetings.JoinCodePreview>(joinCodePreviewSql, [workspaceId, joinCode, now]),
    admissionBasisOf: (joinCode, sessionId, visitor, now) =>
      admissionBasisOf(sql, workspaceId, joinCode, sessionId, visitor, now),
  };
}

/** Of the chain the live session, else the next, else the last (MTG-25). */
const joinCodePreviewSql = `
  select coalesce(o.title, m.title) title, m.meeting_type "meetingType", m.status, o.starts_at "startsAt", o.ends_at "endsAt",
         m.time_zone "timeZone", m.settings, m.passcode_hash "passcodeHash", w.name "workspaceName", w.logo_url "workspaceLogoUrl"
  from meeting_chains c
  join meetings m on m.chain_id = c.id and m.status <> 'archived'
  join workspaces w on w.id = c.workspace_id
  left join meeting_occurrences o on o.meeting_id = m.id
  where c.workspace_id = $1 and c.join_code = $2
  order by case when o.status = 'live' then 0 when o.status = 'scheduled' and (o.ends_at > $3::timestamptz or m.meeting_type = 'personal_room') then 1
                when o.status = 'cancelled' and m.status <> 'cancelled' then 3 else 2 end,
           case when o.status = 'scheduled' and o.ends_at > $3::timestamptz then o.starts_at end, o.starts_at desc nulls last
  limit 1`;
