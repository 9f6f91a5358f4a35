import type { lifecycle as core } from '@chancery/core';
import { instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { instantText } from '../kernel/instant-text.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Row = core.ReviewMeeting & { workspaceId: string };

const ReviewMeetingRow = new EntitySchema<Row>({
  name: 'ReviewMeeting',
  tableName: 'review_meetings',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    renewalCaseId: nullable(uuid()),
    meetingId: uuid(),
    createdByUserId: text(),
    createdAt: instant(),
  },
});

export function reviewMeetingRepository(sql: Sql, workspaceId: string): core.ReviewMeetingRepository {
  const reviewMeetings = table(sql, ReviewMeetingRow, { workspaceId });
  return { add: (reviewMeeting) => reviewMeetings.insert({ ...reviewMeeting, workspaceId }) };
}

/** The meetings about a renewal `r` that were not called off, the earliest first, with when they start by now. */
export const reviewsOfRenewal = `
  coalesce((
    select jsonb_agg(jsonb_build_object('id', v.id, 'meetingId', v.meeting_id, 'scheduledStartAt',
      ${instantText('m.scheduled_start_at')}) order by m.scheduled_start_at, v.id)
    from review_meetings v join meetings m on m.workspace_id = v.workspace_id and m.id = v.meeting_id
    where v.workspace_id = r.workspace_id and v.renewal_case_id = r.id and m.status <> 'cancelled'
      and m.scheduled_start_at is not null
  ), '[]'::jsonb)`;
