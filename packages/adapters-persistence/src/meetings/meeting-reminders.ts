import { meetings as core, type meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';

const send = transition(core.reminderStates, 'send');
const expire = transition(core.reminderStates, 'expire');
const cancel = transition(core.reminderStates, 'cancel');

export function reminderRepository(sql: Sql, workspaceId: string): meetings.ReminderRepository {
  return {
    session: (meetingId, sessionId, now) =>
      sql.first<meetings.RemindableSession>(sessionSql, [workspaceId, meetingId, sessionId, now]),
    async lastManual(sessionId) {
      const [row] = await sql<{ at: string | null }>(
        `select max(created_at) at from meeting_reminders where workspace_id = $1 and occurrence_id = $2 and kind = 'manual'`,
        [workspaceId, sessionId],
      );
      return row?.at ?? null;
    },
    async add(reminder) {
      await sql(
        `insert into meeting_reminders (id, workspace_id, meeting_id, occurrence_id, kind, audience, offset_minutes, message, due_at,
           status, recipient_count, created_by_user_id, created_at, updated_at)
         values ($2, $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
        [
          workspaceId,
          reminder.id,
          reminder.meetingId,
          reminder.sessionId,
          reminder.kind,
          reminder.audience,
          reminder.offsetMinutes,
          reminder.message,
          reminder.dueAt,
          reminder.status,
          reminder.recipientCount,
          reminder.createdByUserId,
          reminder.createdAt,
        ],
      );
    },
    get: (id) =>
      sql.first<meetings.Reminder>(
        `select ${parts} from meeting_reminders r where r.workspace_id = $1 and r.id = $2`,
        [workspaceId, id],
      ),
    async plan(meetingId, now, until, newId) {
      await sql(outdatedSql, [workspaceId, meetingId, now]);
      const missing = await sql<{ meetingId: string; sessionId: string; minutes: number; dueAt: string }>(
        missingSql,
        [workspaceId, meetingId, now, until],
      );
      if (missing.length === 0) return;
      const rows = JSON.stringify(missing.map((row) => ({ id: newId(), ...row })));
      await sql(queueSql, [workspaceId, rows, now]);
    },
    workspacesToPlan: (now, startingBy) =>
      sql.column('select workspace_id from chancery_reminders_to_plan($1, $2)', [now, startingBy]),
    workspacesWithDue: (now) => sql.column('select workspace_id from chancery_reminders_due($1)', [now]),
    due: (now) =>
      sql.column(
        `select id from meeting_reminders where workspace_id = $1 and status = 'queued' and due_at <= $2 order by due_at, id`,
        [workspaceId, now],
      ),
    take: (id, now) => sql.first<meetings.Reminder & { startsAt: string }>(takeSql, [workspaceId, id, now]),
    async audience(meetingId, sessionId, audience) {
      const rows = await sql<meetings.ReminderRecipient & { out: boolean; status: string }>(audienceSql, [
        workspaceId,
        meetingId,
        sessionId,
      ]);
      const wanted = (status: string) =>
        audience === 'all' || (audience === 'accepted' ? status === 'accepted' : status === 'pending');
      return {
        recipients: rows
          .filter(({ out, status }) => !out && wanted(status))
          .map(({ kind, id }) => ({ kind, id })),
        skipped: rows.filter(({ out }) => out).length,
      };
    },
    async countRecipients(id, count) {
      await sql('update meeting_reminders set recipient_count = $3 where workspace_id = $1 and id = $2', [
        workspaceId,
        id,
        count,
      ]);
    },
    async takeDelivery(reminderId, { kind, id }, at, lapsed) {
      const taken = await sql.did(
        `insert into reminder_deliveries as d (reminder_id, ${holderColumn[kind]}, workspace_id, taken_at) values ($2, $3, $1, $4)
         on conflict (reminder_id, recipient_id, workspace_id) do update set taken_at = excluded.taken_at
         where d.sent_at is null and d.taken_at <= $5`,
        [workspaceId, reminderId, id, at, lapsed],
      );
      if (taken) return 'taken';
      const [row] = await sql<{ sent: boolean }>(
        'select sent_at is not null sent from reminder_deliveries where workspace_id = $1 and reminder_id = $2 and recipient_id = $3',
        [workspaceId, reminderId, id],
      );
      return row?.sent === true ? 'sent' : 'held';
    },
    async markDelivery(reminderId, { id }, at) {
      await sql(
        'update reminder_deliveries set sent_at = $4 where workspace_id = $1 and reminder_id = $2 and recipient_id = $3 and sent_at is null',
        [workspaceId, reminderId, id, at],
      );
    },
    async giveBackDelivery(reminderId, { id }) {
      await sql(
        'delete from reminder_deliveries where workspace_id = $1 and reminder_id = $2 and recipient_id = $3 and sent_at is null',
        [workspaceId, reminderId, id],
      );
    },
  };
}

const holderColumn = { invitation: 'invitation_id', registration: 'registration_id' } as const;

const parts = `r.id, r.meeting_id "meetingId", r.occurrence_id "sessionId", r.kind, r.audience, r.offset_minutes "offsetMinutes",
  r.message, r.due_at "dueAt", r.status, r.recipient_count "recipientCount", r.created_by_user_id "createdByUserId", r.created_at "createdAt"`;

const sessionSql = `
  select id "sessionId", starts_at "startsAt", status from meeting_occurrences
  where workspace_id = $1 and meeting_id = $2
    and case when $3::uuid is null then status = 'scheduled' and starts_at > $4 else id = $3 end
  order by starts_at, id limit 1 for no key update`;

/** Selects coming sessions of meetings that take place, with the number of minutes before them at which reminders are due. */
const wanted = `
  from meeting_occurrences o
  join meetings g on g.id = o.meeting_id and g.status in ('scheduled', 'live') and g.meeting_type <> 'personal_room'
  cross join lateral jsonb_array_elements_text(g.settings -> 'reminders') setting
  cross join lateral (select setting.value::integer minutes, o.starts_at - make_interval(mins => setting.value::integer) due_at) r
  where o.workspace_id = $1 and ($2::uuid is null or o.meeting_id = $2) and o.status = 'scheduled' and o.starts_at > $3`;

const outdatedSql = `
  update meeting_reminders q set status = ${cancel.to}, updated_at = $3
  where q.workspace_id = $1 and ($2::uuid is null or q.meeting_id = $2) and q.kind = 'automatic' and q.status in ${cancel.from} and q.due_at > $3
    and not exists (select ${wanted} and o.id = q.occurrence_id and r.minutes = q.offset_minutes and r.due_at = q.due_at)`;

/**
 * Selects the reminders that fall due in the given period. A reminder that was due before the last change of the meeting or
 * of the session is left out, because the mail about that change said when it is. One that was sent or is waiting is not
 * queued again (MTG-50).
 */
const missingSql = `
  select o.meeting_id "meetingId", o.id "sessionId", r.minutes, r.due_at "dueAt" ${wanted}
    and o.ends_at > $3 and o.starts_at <= $4::timestamptz + interval '40320 minutes'
    and r.due_at <= $4 and r.due_at >= greatest(o.updated_at, g.updated_at)
    and not exists (select from meeting_reminders q where q.occurrence_id = o.id and q.kind = 'automatic' and q.offset_minutes = r.minutes
      and q.status in ('queued', 'sent'))
  order by r.due_at, o.id`;

const queueSql = `
  insert into meeting_reminders (id, workspace_id, meeting_id, occurrence_id, kind, audience, offset_minutes, due_at, status, created_at, updated_at)
  select j.id, $1, j."meetingId", j."sessionId", 'automatic', 'all', j.minutes, j."dueAt", 'queued', $3, $3
  from jsonb_to_recordset($2::jsonb) j(id uuid, "meetingId" uuid, "sessionId" uuid, minutes integer, "dueAt" timestamptz)
  on conflict do nothing`;

const takeSql = `
  with held as (
    select q.id, o.starts_at, o.status = 'scheduled' and g.status in ('scheduled', 'live') wanted
    from meeting_reminders q join meeting_occurrences o on o.id = q.occurrence_id join meetings g on g.id = q.meeting_id
    where q.workspace_id = $1 and q.id = $2 and q.status in ${send.from} for no key update of q skip locked
  )
  update meeting_reminders r set updated_at = $3,
    status = case when held.starts_at <= $3 then ${expire.to} when held.wanted then ${send.to} else ${cancel.to} end
  from held where r.id = held.id
  returning ${parts}, held.starts_at "startsAt"`;

/**
 * The answer of an invitee for the session if there is one, or else that for the meeting. A registration holds for every
 * session; whoever is invited too is an invitee.
 */
const audienceSql = `
  select 'invitation' kind, i.id, coalesce(a.status, i.status) status,
    i.status = 'revoked' or coalesce(a.status, i.status) = 'declined' or i.delivery_status = 'bounced' "out"
  from meeting_invitations i
  join meetings g on g.id = i.meeting_id
  left join occurrence_responses a on a.invitation_id = i.id and a.occurrence_id = $3
  where i.workspace_id = $1 and i.meeting_id = $2 and i.user_id is distinct from g.organizer_user_id
  union all
  select 'registration', r.id, 'accepted', r.delivery_status = 'bounced'
  from webinar_registrations r
  join meetings g on g.workspace_id = r.workspace_id and g.id = $2 and g.chain_id = r.chain_id and g.meeting_type = 'webinar'
  where r.workspace_id = $1 and r.status = 'approved' and r.email is not null
    and not exists (select from meeting_invitations i
      left join memberships m on m.workspace_id = i.workspace_id and m.user_id = i.user_id and m.status <> 'removed'
      where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked'
        and case when i.user_id is null then i.email_fold else m.email_fold end = r.email_fold)
  order by 1, 2`;
