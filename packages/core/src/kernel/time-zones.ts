import moment from 'moment-timezone';
import { z } from 'zod';
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

const wallOf = (millisecondsAsUtc: number): WallTime => instantOf(millisecondsAsUtc).slice(0, 19);

const known = new WeakMap<moment.MomentZone, readonly Period[]>();

/** All periods of a zone in order, the first from ever and the last for ever. */
function periodsOf(zone: moment.MomentZone): readonly Period[] {
  const periods =
    known.get(zone) ??
    zone.untils.map((endsAt, position) => ({
      startsAt: zone.untils[position - 1] ?? Number.NEGATIVE_INFINITY,
      endsAt,
      // The library counts minutes west of UTC, with fractions for the local mean times before 1972.
      offsetMilliseconds: Math.round(-(zone.offsets[position] ?? 0) * 60) * 1000,
    }));
  known.set(zone, periods);
  return periods;
}

/** Where the period of an instant stands; the library looks from the first one on, at every question. */
function positionAt(periods: readonly Period[], at: number): number {
  let [low, high] = [0, periods.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((periods[middle]?.endsAt ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function offsetMilliseconds(zone: moment.MomentZone, at: number): number {
  const periods = periodsOf(zone);
  return periods[positionAt(periods, at)]?.offsetMilliseconds ?? 0;
}

function periodsAround(zone: moment.MomentZone, at: number): readonly Period[] {
  const periods = periodsOf(zone);
  return periods.slice(positionAt(periods, at - DAY), positionAt(periods, at + DAY) + 1);
}

function resolved(wallMilliseconds: number, periods: readonly Period[]) {
  const [only] = periods;
  if (periods.length === 1 && only !== undefined)
    return { instant: instantOf(wallMilliseconds - only.offsetMilliseconds), adjustment: null };
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

/** A release of the tz data in the packed form of moment-timezone (its `data/packed/latest.json`). */
export interface TimeZoneData {
  /** Such as `2026f`; releases compare as text. */
  readonly version: string;
  readonly zones: readonly string[];
  /** `name|other name` of one zone. */
  readonly links: readonly string[];
}

const packedData = z.object({
  version: z.string().regex(/^20\d\d[a-z]$/),
  zones: z.array(z.string().regex(/^[^|]+\|[^|]*\|[^|]*\|[^|]*\|[^|]*(\||$)/)).min(300),
  links: z.array(z.string().regex(/^[^|]+\|[^|]+$/)),
});

/** Reads such a file; a `TypeError` says what is wrong with it. */
export function readTimeZoneData(text: string): TimeZoneData {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new TypeError('The tz data is not JSON.');
  }
  const data = packedData.safeParse(content);
  if (!data.success)
    throw new TypeError('Give tz data in the packed form of moment-timezone, data/packed/latest.json.');
  const { names } = zonesOf(data.data);
  if (!names.has('Europe/Berlin') || !names.has('America/New_York'))
    throw new TypeError('The tz data lacks zones that every release has.');
  return data.data;
}

/** Zones by name, unpacked when they are first asked for. */
interface Zones {
  readonly version: string;
  readonly names: ReadonlySet<string>;
  zone(name: string): moment.MomentZone | null;
}

const isName = (name: string) => name.includes('/') || name === 'UTC';

function bundledZones(): Zones {
  const found = new Map<string, moment.MomentZone | null>();
  return {
    version: moment.tz.dataVersion,
    names: new Set(moment.tz.names().filter(isName)),
    zone(name) {
      const zone = found.get(name) ?? moment.tz.zone(name);
      found.set(name, zone);
      return zone;
    },
  };
}

function zonesOf({ version, zones, links }: TimeZoneData): Zones {
  const packed = new Map(zones.map((zone) => [zone.slice(0, zone.indexOf('|')), zone]));
  for (const link of links) {
    const [one = '', other = ''] = link.split('|');
    const [known, also] = packed.has(one) ? [one, other] : [other, one];
    const zone = packed.get(known);
    if (zone !== undefined) packed.set(also, zone);
  }
  const unpacked = new Map<string, moment.MomentZone>();
  // The library's own class, which its types leave out: it keeps one zone and touches no other.
  const { Zone } = moment.tz as unknown as { Zone: new (packed: string) => moment.MomentZone };
  return {
    version,
    names: new Set([...packed.keys()].filter(isName)),
    zone(name) {
      const text = packed.get(name);
      if (text === undefined) return null;
      const zone = unpacked.get(name) ?? new Zone(text);
      unpacked.set(name, zone);
      return zone;
    },
  };
}

/** Rules whose data another release can replace while they are in use (PLT-17). */
export interface ReplaceableTimeZoneRules extends TimeZoneRules {
  replace(data: TimeZoneData): void;
}

/**
 * The rules of the tz data that comes with the product, until other data replaces it. Names are exact: links count, other
 * cases, names without `/` other than UTC, and offsets do not. Every method but `has` throws a `RangeError` for a name that
 * `has` denies.
 */
export function momentTimeZoneRules(): ReplaceableTimeZoneRules {
  let zones = bundledZones();

  function zoneOf(name: string): moment.MomentZone {
    const zone = zones.names.has(name) ? zones.zone(name) : null;
    if (!zone) throw new RangeError(`The tz data has no zone of the name ${JSON.stringify(name)}.`);
    return zone;
  }

  return {
    replace(data) {
      zones = zonesOf(data);
    },
    version: () => zones.version,
    has: (name) => zones.names.has(name),
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
      const [after, upTo] = [millisecondsOf(from), millisecondsOf(to)];
      return zone.untils
        .filter((until) => until > after && until <= upTo)
        .map((at) => ({
          at: instantOf(at),
          offsetBefore: offsetMilliseconds(zone, at - 1) / 60_000,
          offsetAfter: offsetMilliseconds(zone, at) / 60_000,
        }))
        .filter(({ offsetBefore, offsetAfter }) => offsetBefore !== offsetAfter);
    },
  };
}
