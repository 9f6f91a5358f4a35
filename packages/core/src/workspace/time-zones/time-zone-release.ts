import { RetryLater } from '../../kernel/outbox.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { timeZonesChanged } from './events.ts';
import type { TimeZoneState } from './ports.ts';

/**
 * Makes a newer release the one that the installation uses, and announces it once, however many processes start with it.
 * Returns false if that release or a newer one is in use already. The first release of an installation changes nothing.
 */
export async function adoptTimeZones(
  release: { readonly version: string; readonly data: string | null },
  {
    timeZoneState,
    now,
    emit,
  }: Pick<FollowUpContext, 'now' | 'emit'> & { readonly timeZoneState: TimeZoneState },
): Promise<boolean> {
  const before = await timeZoneState.get();
  if (!(await timeZoneState.take(release, now))) return false;
  if (before !== null) emit(timeZonesChanged, { from: before.version, to: release.version });
  return true;
}

/** Lets a reaction to the change retry in a minute if this process has not read the new data yet. */
export function requireTimeZones(version: string, timeZones: TimeZoneRules): void {
  if (timeZones.version() < version)
    throw new RetryLater('time_zones.not_read', 'This process has not read the new tz data yet.', 60);
}
