import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Meeting } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { portabilityOf } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';

/** Why some calendar products may not show the series exactly (meetings 5.6); empty if all of them do. */
export async function portabilityWarnings(
  { id, recurrence, localStart, timeZone, durationMinutes, portability }: Meeting,
  { occurrences, timeZones }: Pick<MeetingsPorts, 'occurrences'> & { readonly timeZones: TimeZoneRules },
): Promise<readonly Warning[]> {
  if (recurrence === null || localStart === null || portability !== 'partial') return [];
  const gaps = (await occurrences.ofMeeting(id))
    .filter(({ adjustment }) => adjustment === 'gap')
    .map(({ startsAt }) => startsAt);
  return portabilityOf(recurrence, { localStart, timeZone, durationMinutes }, timeZones, gaps).warnings;
}
