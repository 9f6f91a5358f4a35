import type { TimeZoneRules } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';
import type { SigningFacts } from './signing-evidence.ts';
import type { CertificateModel, LocalTime } from './signing-pdf-composer.ts';

/** The times of each recipient in the zone that they reported, where the rules know it (SEA-12). */
export function certificateLocalTimes(
  { recipients }: Pick<SigningFacts, 'recipients'>,
  rules: Pick<TimeZoneRules, 'has' | 'wall' | 'offsetAt'>,
): CertificateModel['localTimes'] {
  const byZone: Record<string, Record<Instant, LocalTime>> = {};
  for (const { timeZone, verification, delivery, ...recipient } of recipients) {
    if (timeZone === null || !rules.has(timeZone)) continue;
    const times = byZone[timeZone] ?? {};
    byZone[timeZone] = times;
    const { sentAt, viewedAt, consentedAt, completedAt } = recipient;
    const instants = [sentAt, viewedAt, consentedAt, completedAt, verification?.verifiedAt ?? null];
    for (const at of [...instants, ...delivery.map((each) => each.at)])
      if (at !== null)
        times[at] = { wall: rules.wall(at, timeZone), offsetMinutes: rules.offsetAt(at, timeZone) };
  }
  return byZone;
}
