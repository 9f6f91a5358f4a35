import type { TimeZoneRules } from '../ports.ts';
import { momentTimeZoneRules } from '../time-zones.ts';

/** British Columbia as in tz 2026a, with winter time; after `load` as it is since 2026b. */
export function zonesOf2026a(): TimeZoneRules & { load(): void } {
  const rules = momentTimeZoneRules();
  let isOld = true;
  const known = (zone: string) => (isOld && zone === 'America/Vancouver' ? 'America/Los_Angeles' : zone);
  return {
    load() {
      isOld = false;
    },
    version: () => (isOld ? '2026a' : rules.version()),
    has: (zone) => rules.has(zone),
    resolve: (wall, zone) => rules.resolve(wall, known(zone)),
    wall: (instant, zone) => rules.wall(instant, known(zone)),
    offsetAt: (instant, zone) => rules.offsetAt(instant, known(zone)),
    transitions: (zone, from, to) => rules.transitions(known(zone), from, to),
  };
}
