import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { occurrenceColumns } from './meeting-columns.ts';

const none = { invitations: 0, pending: 0, accepted: 0, tentative: 0, declined: 0 };

/** The present state of meetings: four statements for all of them, whatever their number, in one round trip. */
export async function meetingMoments(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
  now: string,
  sessions: number,
): Promise<readonly meetings.MeetingMoment[]> {
  if (ids.length === 0) return [];
  const [upcoming, answers, crowds, starters] = await Promise.all([
    sql<meetings.Occurrence>(upcomingSql, [workspaceId, ids, now, sessions]),
    sql<typeof none & { meetingId: string }>(answersSql, [workspaceId, ids]),
    sql<{ meetingId: string; registrations: number; waiting: number; present: number }>(crowdSql, [
      workspaceId,
      ids,
    ]),
    sql<meetings.MeetingPerson & { meetingId: string }>(startersSql, [workspaceId, ids]),
  ]);
  return ids.map((meetingId) => {
    const own = upcoming.filter((occurrence) => occurrence.meetingId === meetingId);
    const { meetingId: _, ...counted } = answers.find((row) => row.meetingId === meetingId) ?? {
      meetingId,
      ...none,
    };
    const {
      registrations = 0,
      waiting = 0,
      present = 0,
    } = crowds.find((row) => row.meetingId === meetingId) ?? {};
    return {
      meetingId,
      upcoming: own,
      starters: starters.flatMap(({ meetingId: started, ...person }) =>
        started === meetingId ? person : [],
      ),
      counts: { ...counted, registrations, waiting, present },
    };
  });
}

/** Selects the live session, then those whose end is to come. No session is longer than a day, which bounds the index scan. */
const upcomingSql = `
  select ${occurrenceColumns.selection('o')}
  from unnest($2::uuid[]) with ordinality asked(meeting_id, n)
  cross join lateral (
    (select l.* from meeting_occurrences l where l.meeting_id = asked.meeting_id and l.status = 'live')
    union all
    (select s.* from meeting_occurrences s
     join meetings m on m.id = s.meeting_id
     where s.meeting_id = asked.meeting_id and s.status = 'scheduled'
       and (m.meeting_type = 'personal_room' or (s.ends_at > $3 and s.starts_at > $3::timestamptz - interval '24 hours'))
     order by s.starts_at, s.id limit $4)
  ) o
  where o.workspace_id = $1
  order by asked.n, o.status <> 'live', o.starts_at, o.id`;

const answersSql = `
  select meeting_id "meetingId", count(*)::int invitations,
         count(*) filter (where status = 'pending')::int pending, count(*) filter (where status = 'accepted')::int accepted,
         count(*) filter (where status = 'tentative')::int tentative, count(*) filter (where status = 'declined')::int declined
  from meeting_invitations
  where workspace_id = $1 and meeting_id = any($2::uuid[]) and status <> 'revoked'
  group by meeting_id`;

const crowdSql = `
  select m.id "meetingId",
         (select count(*)::int from webinar_registrations r where m.meeting_type = 'webinar' and r.chain_id = m.chain_id and r.status <> 'cancelled') registrations,
         (select count(*)::int from meeting_occurrences l join admissions a on a.session_id = l.id and a.status in ('waiting', 'waiting_for_host')
          where l.meeting_id = m.id and l.status = 'live') waiting,
         coalesce((select l.participant_count from meeting_occurrences l where l.meeting_id = m.id and l.status = 'live' limit 1), 0) present
  from meetings m
  where m.workspace_id = $1 and m.id = any($2::uuid[]) and (m.meeting_type = 'webinar' or m.status = 'live')`;

const startersSql = `
  select l.meeting_id "meetingId", p.user_id "userId", p.display_name "displayName", p.email, p.avatar_url "avatarUrl"
  from meeting_occurrences l
  cross join lateral (select * from memberships p where p.workspace_id = $1 and p.user_id = l.started_by_user_id
    order by p.joined_at desc limit 1) p
  where l.workspace_id = $1 and l.meeting_id = any($2::uuid[]) and l.status = 'live'`;
