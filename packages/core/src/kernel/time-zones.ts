import moment from 'moment-timezone';
import type { TimeZoneRules } from './ports.ts';
import { type Instant, instantOf, millisecondsOf, type WallTime } from './time.ts';

/** A stretch of time in which a zone keeps one offset: from `startsAt` up to, not including, `endsAt`. */
interface Period {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly offsetMilliseconds: number;
}

/** No offset is as large, so every reading of a wall time lies within this of it. */
const DAY = 86_400_000;

// The library counts minutes west of UTC, with fractions for the local mean times before 1972.
const offsetMilliseconds = (zone: moment.MomentZone, at: number) =>
  Math.round(-zone.utcOffset(at) * 60) * 1000;
const wallOf = (millisecondsAsUtc: number): WallTime => instantOf(millisecondsAsUtc).slice(0, 19);

function periodsAround(zone: moment.MomentZone, at: number): Period[] {
  const first = zone.untils.findIndex((until) => until > at - DAY);
  const last = zone.untils.findIndex((until) => until > at + DAY);
  return zone.untils.slice(first, last + 1).map((endsAt, position) => ({
    startsAt: zone.untils[first + position - 1] ?? Number.NEGATIVE_INFINITY,
    endsAt,
    // The last period of a zone has no end to look just before.
    offsetMilliseconds: offsetMilliseconds(zone, Math.min(endsAt - 1, at + DAY)),
  }));
}

function resolved(wallMilliseconds: number, periods: readonly Period[]) {
  const readings = periods
    .map((period) => ({ period, at: wallMilliseconds - period.offsetMilliseconds }))
    .filter(({ period, at }) => at >= period.startsAt && at < period.endsAt);
  const [earliest] = readings;
  if (earliest) {
    return { instant: instantOf(earliest.at), adjustment: readings.length > 1 ? ('overlap' as const) : null };
  }
  // In a gap each period before it reads the wall time as after its own end, each later one as before its start.
  const before = periods.findLast(
    ({ startsAt, offsetMilliseconds: offset }) => wallMilliseconds - offset >= startsAt,
  );
  if (!before) throw new RangeError('No offset is known for this wall time.');
  return { instant: instantOf(wallMilliseconds - before.offsetMilliseconds), adjustment: 'gap' as const };
}

/**
 * The rules of the tz data that comes with the product. Names are exact: links count, other cases, names without `/`
 * other than UTC, and offsets do not. Every method but `has` throws a `RangeError` for a name that `has` denies.
 */
export function momentTimeZoneRules(): TimeZoneRules {
  const names = new Set(moment.tz.names().filter((name) => name.includes('/') || name === 'UTC'));

  function zoneOf(name: string): moment.MomentZone {
    const zone = names.has(name) ? moment.tz.zone(name) : null;
    if (!zone) throw new RangeError(`The tz data has no zone of the name ${JSON.stringify(name)}.`);
    return zone;
  }

  return {
    version: () => moment.tz.dataVersion,
    has: (name) => names.has(name),
    resolve(wall, name) {
      const wallMilliseconds = millisecondsOf(`${wall}Z`);
      return resolved(wallMilliseconds, periodsAround(zoneOf(name), wallMilliseconds));
    },
    wall(instant, name) {
      const at = millisecondsOf(instant);
      return wallOf(at + offsetMilliseconds(zoneOf(name), at));
    },
    offsetAt: (instant, name) => offsetMilliseconds(zoneOf(name), millisecondsOf(instant)) / 60_000,
    transitions(name, from: Instant, to: Instant) {
      const zone = zoneOf(name);
      return zone.untils
        .filter((until) => until > millisecondsOf(from) && until <= millisecondsOf(to))
        .map((at) => ({
          at: instantOf(at),
          offsetBefore: offsetMilliseconds(zone, at - 1) / 60_000,
          offsetAfter: offsetMilliseconds(zone, at) / 60_000,
        }))
        .filter(({ offsetBefore, offsetAfter }) => offsetBefore !== offsetAfter);
    },
  };
}
