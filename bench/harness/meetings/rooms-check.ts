import { type Line, line, type Query } from '../database-check.ts';
import { firstOfTail, type HeldRoom } from './rooms.ts';

/** Checks the sessions that were held: each began and ended once, only one at a time, and nobody is left in them. */
export async function checkRooms(query: Query, rooms: readonly HeldRoom[]): Promise<Line[]> {
  const room = `jsonb_to_recordset($1::jsonb) r(title text, "meetingId" uuid, "sessionId" uuid, "sessionIds" jsonb, admitted jsonb, denied jsonb, "tailId" uuid)`;
  const count = async (text: string) =>
    Number((await query(text, text.includes('$1') ? [JSON.stringify(rooms)] : []))[0]?.count);

  const notThere = await count(`
    select count(*)::integer count from ${room}
    where (select array_agg(m.id) from meetings m where m.title = r.title) is distinct from array[r."meetingId"]`);
  const notHeld = await count(`
    select count(*)::integer count from ${room} left join meeting_occurrences o on o.id = r."sessionId"
    where o.status is distinct from 'ended' or o.started_at is null or o.ended_at is null or o.end_reason <> 'host_ended'`);
  const tails = rooms.filter(({ tailId }) => tailId !== null).length;
  const notSplit = await count(`
    select count(*)::integer count from ${room}
    where (select array_agg(m.id) from meetings m where m.split_from_meeting_id = r."meetingId")
      is distinct from case when r."tailId" is not null then array[r."tailId"] end`);
  const torn = await count(`
    select count(*)::integer count from ${room} join meetings m on m.id = r."meetingId"
    where (select jsonb_agg(o.id order by o.starts_at) from meeting_occurrences o where o.chain_id = m.chain_id)
      is distinct from r."sessionIds"`);
  const misplaced = await count(`
    select count(*)::integer count from ${room}, jsonb_array_elements_text(r."sessionIds") with ordinality s(id, place)
    join meeting_occurrences o on o.id = s.id::uuid
    where o.meeting_id <> case when place > ${firstOfTail} then coalesce(r."tailId", r."meetingId") else r."meetingId" end`);
  const live = await count(`
    select count(*)::integer count from (select chain_id from meeting_occurrences where status = 'live' group by 1 having count(*) > 1) l`);
  const stillLive = await count(`
    select count(*)::integer count from ${room} join meetings m on m.id = r."meetingId" where m.status <> 'scheduled'`);
  const misadmitted = await count(`
    select count(*)::integer count from (
      select id, 'left' expected from ${room}, jsonb_array_elements_text(r.admitted) a(id)
      union all select id, 'denied' from ${room}, jsonb_array_elements_text(r.denied) a(id)) e
    left join admissions a on a.id = e.id::uuid where a.status is distinct from e.expected`);
  const open = await count(`
    select (select count(*) from admissions a join meeting_occurrences o on o.id = a.session_id
        where o.status = 'ended' and a.status in ('waiting_for_host', 'waiting', 'admitted'))::integer
      + (select count(*) from admission_devices d join meeting_occurrences o on o.id = d.session_id
        where o.status = 'ended' and d.joined_at is not null and d.left_at is null)::integer
      + (select count(*) from attendance a join meeting_occurrences o on o.id = a.session_id
        where o.status = 'ended' and (a.present or a.last_left_at is null))::integer count`);

  const decided = rooms.reduce((sum, { admitted, denied }) => sum + admitted.length + denied.length, 0);
  return [
    line('series scheduled', rooms.length, rooms.length > 0),
    line('of them not there exactly once', notThere, notThere === 0),
    line('of them not started and ended', notHeld, notHeld === 0),
    line('of them not waiting for their next session', stillLive, stillLive === 0),
    line('of them split', tails, tails > 0),
    line('without exactly the tail acknowledged', notSplit, notSplit === 0),
    line('whose sessions are not those of before', torn, torn === 0),
    line('sessions on the wrong half', misplaced, misplaced === 0),
    line('chains with two live sessions', live, live === 0),
    line('admissions decided', decided, decided > 0),
    line('of them not as decided', misadmitted, misadmitted === 0),
    line('admissions and presences open after the end', open, open === 0),
  ];
}
