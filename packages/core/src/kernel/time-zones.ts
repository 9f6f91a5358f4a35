import moment from 'moment-timezone';
import type { TimeZoneRules } from './ports.ts';
import { type Instant, instantOf, millisecondsOf } from './time.ts';

/** moment-timezone's own table of one zone: changes of offset (`untils`, ms) and minutes west of UTC between them. */
interface ZoneTable {
  readonly untils: readonly (number | null)[];
  readonly offsets: readonly number[];
}

/** Names without a slash other than UTC (EST, Cuba, Japan) and fixed offsets are refused: MTG-2. */
const named = (zone: string): boolean => zone === 'UTC' || (zone.includes('/') && !zone.startsWith('Etc/GMT'));

/** `TimeZoneRules` on the bundled tz data: neither the runtime's data nor the process zone has a say (PLT-16). */
export function momentTimeZoneRules(): TimeZoneRules {
  function table(zone: string): ZoneTable {
    const found = named(zone) ? moment.tz.zone(zone) : null;
    if (found === null) throw new RangeError(`The tz data has no ${zone}`);
    return found as unknown as ZoneTable;
  }
  const offsetAt = (instant: number, { untils, offsets }: ZoneTable): number => {
    const index = untils.findIndex((until) => until === null || instant < until);
    return -(offsets[index < 0 ? offsets.length - 1 : index] ?? 0);
  };

  return {
    version: () => moment.tz.dataVersion,
    has: (zone) => named(zone) && /^[A-Za-z0-9+_/-]+$/.test(zone) && moment.tz.names().includes(zone),
    offsetAt: (instant, zone) => offsetAt(millisecondsOf(instant), table(zone)),
    wall: (instant, zone) => instantOf(millisecondsOf(instant) + offsetAt(millisecondsOf(instant), table(zone)) * 60_000).slice(0, 19),
    resolve(wall, zone) {
      const zoneTable = table(zone);
      const asUtc = Date.parse(`${wall}Z`);
      const readings = candidates(asUtc, zoneTable, offsetAt).filter((instant) => instant + offsetAt(instant, zoneTable) * 60_000 === asUtc);
      const [first, second] = readings;
      if (first === undefined) return { instant: gapInstant(asUtc, zoneTable, offsetAt), adjustment: 'gap' };
      return { instant: instantOf(first), adjustment: second === undefined ? null : 'overlap' };
    },
    transitions(zone, from, to) {
      const { untils, offsets } = table(zone);
      return untils.flatMap((until, index) => {
        const before = offsets[index];
        const after = offsets[index + 1];
        if (until === null || !Number.isFinite(until) || before === undefined || after === undefined || before === after) return [];
        if (until <= millisecondsOf(from) || until > millisecondsOf(to)) return [];
        return [{ at: instantOf(until), offsetBefore: -before, offsetAfter: -after }];
      });
    },
  };
}

type OffsetAt = (instant: number, table: ZoneTable) => number;

/** Instants that might read as the wall time, earliest first: by the offsets in force a day either side. */
function candidates(asUtc: number, table: ZoneTable, offsetAt: OffsetAt): number[] {
  const offsets = [-26, -3, 0, 3, 26].map((hours) => offsetAt(asUtc + hours * 3_600_000, table));
  return [...new Set(offsets)].map((offset) => asUtc - offset * 60_000).sort((a, b) => a - b);
}

/** A wall time that does not exist is read with the offset before the gap, so it lands after it (meetings 5.3). */
function gapInstant(asUtc: number, table: ZoneTable, offsetAt: OffsetAt): Instant {
  const late = candidates(asUtc, table, offsetAt).at(-1) ?? asUtc;
  return instantOf(late);
}

