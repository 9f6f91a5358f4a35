import { daysLater } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, type PlainDate, plusDays } from '../../kernel/time.ts';

/** A notice that was missed is sent late if it is at most so old (LIF-12). */
const latestDays = 30;

export const noticeStates = ['planned', 'due_now', 'skipped'] as const;

export interface PlannedNotice {
  readonly daysBefore: number;
  readonly at: Instant;
  readonly state: (typeof noticeStates)[number];
}

export interface NoticeTimes {
  readonly noticeDaysBefore: readonly number[];
  /** `HH:MM` in the zone of the document. */
  readonly noticeLocalTime: string;
}

/**
 * When the notices of a document are sent, in the order of time. A time that the clock skips moves on by what is skipped, and
 * of one that comes twice the first counts (LIF-9). Of those that are past only the latest is sent (LIF-12).
 */
export function plannedNotices(
  expiresOn: PlainDate | null,
  { noticeDaysBefore, noticeLocalTime }: NoticeTimes,
  timeZone: string,
  asOf: Instant,
  zones: Pick<TimeZoneRules, 'resolve'>,
): readonly PlannedNotice[] {
  if (expiresOn === null) return [];
  const notices = noticeDaysBefore
    .map((daysBefore) => ({
      daysBefore,
      at: zones.resolve(`${daysLater(expiresOn, -daysBefore)}T${noticeLocalTime}:00`, timeZone).instant,
    }))
    .sort((one, other) => other.daysBefore - one.daysBefore);
  const latest = notices.findLast(({ at }) => at <= asOf);
  const oldest = plusDays(asOf, -latestDays);
  return notices.map((notice) => {
    if (notice.at > asOf) return { ...notice, state: 'planned' as const };
    return { ...notice, state: notice === latest && notice.at >= oldest ? 'due_now' : 'skipped' };
  });
}
