import type { TimeZoneRules } from '../kernel/ports.ts';
import { type Instant, type PlainDate, plusDays } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import type { WorkspaceIdentity } from '../workspace/index.ts';
import { mostDueDays, mostExpiryDays, usualDaysAfterDue, usualExpiryDays } from './request.ts';

/** Days as the workspace of a request has them. */
export interface LocalDays {
  readonly today: PlainDate;
  /** When the mail of a due date goes out: nine in the morning of that day (CFR-12). */
  morningOf(day: PlainDate): Instant;
  /** The first instant after the day. */
  endOf(day: PlainDate): Instant;
}

interface Asked {
  readonly workspaceIdentity: WorkspaceIdentity;
  readonly timeZones: TimeZoneRules;
  readonly now: Instant;
}

export async function localDays({ workspaceIdentity, timeZones, now }: Asked): Promise<LocalDays> {
  const { defaultTimeZone } = await workspaceIdentity.profile();
  const zone = timeZones.has(defaultTimeZone) ? defaultTimeZone : 'UTC';
  return {
    today: timeZones.wall(now, zone).slice(0, 10),
    morningOf: (day) => timeZones.resolve(`${day}T09:00:00`, zone).instant,
    endOf: (day) => timeZones.resolve(`${daysAfter(day, 1)}T00:00:00`, zone).instant,
  };
}

export const daysAfter = (day: PlainDate, days: number): PlainDate =>
  plusDays(`${day}T00:00:00.000Z`, days).slice(0, 10);

/** Passes if files can be wanted by this day. */
export function requireDueDay(dueOn: PlainDate, { today }: LocalDays): void {
  if (dueOn < today || dueOn > daysAfter(today, mostDueDays))
    throw invalidField('/dueOn', 'field.out_of_range', 'Give a day from today to 730 days ahead.');
}

/** Passes if the link can end at this instant. */
export function requireExpiry(expiresAt: Instant, now: Instant): void {
  if (expiresAt <= now || expiresAt > plusDays(now, mostExpiryDays))
    throw invalidField(
      '/expiresAt',
      'field.out_of_range',
      'Give an instant ahead, at most 365 days from now.',
    );
}

/** When the link of a request ends for which nobody has chosen it; never later than a link may. */
export function usualExpiry(dueOn: PlainDate | null, days: LocalDays, now: Instant): Instant {
  if (dueOn === null) return plusDays(now, usualExpiryDays);
  const [usual, latest] = [days.endOf(daysAfter(dueOn, usualDaysAfterDue)), plusDays(now, mostExpiryDays)];
  return usual < latest ? usual : latest;
}

/** When the mail of the due date is due; null if that is over. */
export function dueMailAtOf(dueOn: PlainDate | null, days: LocalDays, now: Instant): Instant | null {
  if (dueOn === null) return null;
  const at = days.morningOf(dueOn);
  return at > now ? at : null;
}
