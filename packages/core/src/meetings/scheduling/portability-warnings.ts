import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import { portabilityOf } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';

/** Why some calendar products may not show the series exactly (meetings 5.6); empty if all of them do. */
export function portabilityWarnings(
  { recurrence, localStart, timeZone, durationMinutes, portability }: Meeting,
  gaps: readonly Instant[],
  timeZones: TimeZoneRules,
): readonly Warning[] {
  if (recurrence === null || localStart === null || portability !== 'partial') return [];
  return portabilityOf(recurrence, { localStart, timeZone, durationMinutes }, timeZones, gaps).warnings;
}
