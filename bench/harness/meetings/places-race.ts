import { dataOf, meetingsPath, wholeMinute } from './host.ts';
import {
  type RaceLine,
  type RacingCalls,
  refusedAs,
  scheduled,
  succeeded,
  together,
} from './racing-calls.ts';

const [capacity, people, leaving] = [100, 120, 10];

interface Listed {
  readonly registrations: readonly {
    readonly id: string;
    readonly status: string;
    readonly waitlistPosition: number | null;
  }[];
  readonly totals: Readonly<Record<string, number>>;
}

/** A hundred and twenty people register for a hundred places; then ten places become free at the same time (MTG-81, MTG-82). */
export async function raceForPlaces(calls: RacingCalls): Promise<RaceLine[]> {
  const withLine = await webinar(calls, true);
  const asked = await register(calls, withLine.joinCode, 'line');
  const before = await registrations(calls, withLine.id);
  const inLine = before.registrations
    .filter(({ status }) => status === 'waitlisted')
    .sort((one, other) => (one.waitlistPosition ?? 0) - (other.waitlistPosition ?? 0));
  const leavers = before.registrations.filter(({ status }) => status === 'approved').slice(0, leaving);
  const declined = await together(leaving, (index) =>
    calls.asHost(`POST ${meetingsPath}/${withLine.id}/registrations/${leavers[index]?.id}/decision`, {
      decision: 'decline',
    }),
  );
  const after = await registrations(calls, withLine.id);
  const statusOf = new Map(after.registrations.map(({ id, status }) => [id, status]));
  const first = inLine.slice(0, leaving).filter(({ id }) => statusOf.get(id) === 'approved');

  const without = await webinar(calls, false);
  const refused = await register(calls, without.joinCode, 'full');
  const full = await registrations(calls, without.id);
  return [
    [`${people} register for ${capacity} places: acknowledged`, succeeded(asked), people],
    ['approved', before.totals.approved ?? 0, capacity],
    ['waitlisted', before.totals.waitlisted ?? 0, people - capacity],
    [`${leaving} places come free at once: declined`, succeeded(declined), leaving],
    ['approved', after.totals.approved ?? 0, capacity],
    ['of those first in line approved', first.length, leaving],
    ['still waitlisted', after.totals.waitlisted ?? 0, people - capacity - leaving],
    ['without a line: approved', succeeded(refused), capacity],
    ['refused', refusedAs(refused, 'registration.full'), people - capacity],
    ['registrations', full.registrations.length, capacity],
  ];
}

const webinar = (calls: RacingCalls, waitlistEnabled: boolean) =>
  scheduled(calls, {
    meetingType: 'webinar',
    scheduledStartAt: wholeMinute(180).toISOString(),
    webinar: { capacity, waitlistEnabled },
  });

const register = (calls: RacingCalls, joinCode: string, name: string) =>
  together(people, (index) =>
    calls.asAnybody(`POST ${meetingsPath}/webinars/${joinCode}/registrations`, {
      email: `${name}.${index}@example.org`,
      displayName: `Guest ${index}`,
      answers: [],
    }),
  );

const registrations = (calls: RacingCalls, meetingId: string) =>
  dataOf(calls.asHost<Listed>(`GET ${meetingsPath}/${meetingId}/registrations?limit=500`));
