import type { TimeZoneRules } from '../../kernel/ports.ts';
import { invalidField } from '../../kernel/validation.ts';

/** Throws `request.invalid` unless the product's tz data knows the zone (MTG-2). */
export function requireZone(timeZone: string, rules: TimeZoneRules): void {
  if (!rules.has(timeZone))
    throw invalidField(
      '/timeZone',
      'time_zone.unknown',
      'Give an IANA time zone name, such as Europe/Berlin.',
    );
}
