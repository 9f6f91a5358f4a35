import type { meetings } from '@chancery/core';

/** The part of a session that decisions need; the core calls it RoomSession. */
export const roomSessionJson = (
  alias: string,
) => `jsonb_build_object('id', ${alias}.id, 'status', ${alias}.status,
  'startsAt', to_char(${alias}.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'startedAt', to_char(${alias}.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'roomName', ${alias}.room_name, 'planParticipants', ${alias}.plan_participants, 'participantCount', ${alias}.participant_count,
  'isLocked', ${alias}.is_locked)`;

/**
 * How a row is held until the end of the transaction. Its key stays, and so do foreign keys that point at it: whoever
 * writes such a row beside it does not wait, and nobody waits for each other.
 */
export const held = (lock: 'for update' | undefined): string =>
  lock === undefined ? '' : 'for no key update';

/** Stores an embedded presence as a fact, like those of media servers. */
export const embeddedFactSql = (closed: string) => `
  insert into attendance_facts (id, workspace_id, session_id, admission_id, connection, source, event_key, joined_at, left_at, left_reason, received_at)
  select gen_random_uuid(), c.workspace_id, c.session_id, c.admission_id, c.id || ':' || c.connection, 'embedded',
         c.id || ':' || c.connection, c.joined_at, c.left_at, c.left_reason, c.left_at
  from ${closed} c join meetings m on m.id = (select meeting_id from admissions where id = c.admission_id)
  where m.conference_provider = 'embedded'
  on conflict (source, event_key, workspace_id) do nothing`;

/** Instants inside a JSON document come in the notation of PostgreSQL. */
const instants = [
  'requestedAt',
  'decidedAt',
  'lastSeenAt',
  'firstTokenAt',
  'createdAt',
  'updatedAt',
] as const;
export function withInstants(admission: meetings.Admission): meetings.Admission {
  const read = Object.fromEntries(
    instants.map((name) => [name, admission[name] === null ? null : new Date(admission[name]).toISOString()]),
  );
  return { ...admission, ...read };
}
