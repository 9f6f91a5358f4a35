import { type Line, line, type Query } from '../database-check.ts';
import { type FilledWebinar, webinarCapacity } from './webinars.ts';

/** Checks the places: never more than there are, and in the order of the waitlist. */
export async function checkWebinars(query: Query, webinars: readonly FilledWebinar[]): Promise<Line[]> {
  const rows = await query(
    'select meeting_id "meetingId", email, status, delivery_status "deliveryStatus" from webinar_registrations',
  );
  const found = new Map(rows.map(({ email, status }) => [email, status]));
  const expected = webinars.flatMap(({ statuses }) => [...statuses]);
  const wrong = expected.filter(([email, status]) => found.get(email) !== status);
  const unsent = rows.filter(({ deliveryStatus }) => deliveryStatus !== 'sent');

  const counted = await query(`
    select c.approved, count(r.id) filter (where r.status = 'approved')::integer places,
      count(r.id) filter (where r.status = 'waitlisted')::integer waiting
    from webinar_counters c join webinar_registrations r on r.chain_id = c.chain_id group by c.chain_id, c.approved`);
  const miscounted = counted.filter(({ approved, places }) => approved !== places);
  const overfull = counted.filter(({ places }) => Number(places) > webinarCapacity);
  const idle = counted.filter(
    ({ places, waiting }) => Number(waiting) > 0 && Number(places) < webinarCapacity,
  );

  return [
    line('webinars', webinars.length, webinars.length > 0 && counted.length === webinars.length),
    line('registrations acknowledged', expected.length, expected.length > 0),
    line('registrations in the database', rows.length, rows.length === expected.length),
    line('of them not as acknowledged, or out of turn', wrong.length, wrong.length === 0),
    line('webinars with more people than places', overfull.length, overfull.length === 0),
    line('webinars whose count is not their people', miscounted.length, miscounted.length === 0),
    line('webinars with a free place and a line', idle.length, idle.length === 0),
    line('registrants who were not mailed', unsent.length, unsent.length === 0),
  ];
}
