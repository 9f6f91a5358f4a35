import { meetingsPath, wholeMinute } from './host.ts';
import { type RaceLine, type RacingCalls, refusedAs, succeeded, together } from './racing-calls.ts';

const [rounds, bookings] = [5, 20];
/** This is after all other sessions of the host. */
const firstMinute = 10 * 1440;

/** Many book one person's hour at the same time and accept no conflict (MTG-36). */
export async function raceForPeople(calls: RacingCalls): Promise<RaceLine[]> {
  let [booked, refused] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await together(bookings, (index) =>
      calls.asHost(`POST ${meetingsPath}`, {
        title: `Booking ${round}`,
        // Each of the times overlaps every other one.
        scheduledStartAt: wholeMinute(firstMinute + round * 120 + index).toISOString(),
        timeZone: 'UTC',
        durationMinutes: 60,
        onConflict: 'reject',
      }),
    );
    booked += succeeded(answers);
    refused += refusedAs(answers, 'meeting.conflict');
  }
  return [
    [`${rounds} times ${bookings} bookings of one hour: booked`, booked, rounds],
    ['refused', refused, rounds * (bookings - 1)],
  ];
}
