import fc from 'fast-check';
import { momentTimeZoneRules } from '../../../kernel/time-zones.ts';
import { readRule, ruleText, weekdays } from '../rule.ts';
import { ruleWalls } from '../series.ts';

export const rules = momentTimeZoneRules();

const optional = (name: string, value: fc.Arbitrary<string>) =>
  fc.option(value, { nil: null }).map((text) => (text === null ? [] : [`${name}=${text}`]));
const list = <T>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.array(item, { minLength: 1, maxLength }).map((items) => items.join());
const signed = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((size) => fc.constantFrom(size, -size));
const weekday = fc.constantFrom(...weekdays);

const months = optional('BYMONTH', list(fc.integer({ min: 1, max: 12 }), 4));
const monthDays = optional('BYMONTHDAY', list(signed(31), 4));
const plainDays = optional('BYDAY', list(weekday, 4));
const numberedDays = optional(
  'BYDAY',
  list(
    fc.oneof(
      weekday,
      fc.tuple(signed(5), weekday).map(([ordinal, day]) => `${ordinal}${day}`),
    ),
    3,
  ),
);
const positions = optional('BYSETPOS', list(signed(5), 2));
const common = [
  optional('INTERVAL', fc.integer({ min: 1, max: 5 }).map(String)),
  optional('WKST', weekday),
] as const;

const of = (frequency: string, ...parts: fc.Arbitrary<string[]>[]) =>
  fc.tuple(...parts).map((all) => [`FREQ=${frequency}`, ...all.flat()]);

/** Parts of rules of every form that the grammar has, without end. */
const parts = fc
  .oneof(
    of('DAILY', months, monthDays, plainDays, ...common),
    of('WEEKLY', months, plainDays, ...common),
    of('MONTHLY', months, monthDays, numberedDays, positions, ...common),
    of('YEARLY', months, monthDays, plainDays, positions, ...common),
    of('YEARLY', fc.constant(['BYMONTH=3,10']), monthDays, numberedDays, positions, ...common),
  )
  // BYSETPOS needs another BY part.
  .filter(
    (all) =>
      !all.some((part) => part.startsWith('BYSETPOS')) || all.filter((part) => /^BY/.test(part)).length > 1,
  );

/** Rules as people may write them: any order, any case, with a prefix or a trailing separator. */
export const anyRuleText = parts.chain((all) =>
  fc
    .tuple(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.constantFrom('', 'COUNT=7', 'COUNT=0030'),
      fc.constantFrom('', 'RRULE:'),
      fc.boolean(),
      fc.constantFrom('', ';'),
    )
    .map(([shuffled, end, prefix, isLower, separator]) => {
      const text = `${prefix}${[...shuffled, end].filter((part) => part !== '').join(';')}${separator}`;
      return isLower ? text.toLowerCase() : text;
    }),
);

export const anyStart = fc
  .tuple(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }),
    fc.constantFrom('09:00:00', '00:00:00', '02:30:00', '01:45:00', '23:59:00'),
  )
  .map(([date, time]) => `${date.toISOString().slice(0, 10)}T${time}`);

export const anyZone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'America/St_Johns',
  'Europe/Dublin',
  'Asia/Kolkata',
  'UTC',
);

/** A canonical rule with a start that it gives, in a zone. */
export const anySeries = fc
  .tuple(anyRuleText, anyStart, anyZone)
  .map(([text, from, timeZone]) => {
    const rule = readRule(text);
    // The first time that the rule gives from there on is a start that it gives itself.
    const [localStart] = ruleWalls({ ...rule, count: null }, from, { to: `2040${from.slice(4)}` });
    return localStart === undefined
      ? null
      : {
          recurrence: { rrule: ruleText(rule), exdates: [], rdates: [] },
          series: { localStart, timeZone, durationMinutes: 5 },
        };
  })
  .filter((series) => series !== null)
  // What a rule gives may depend on its start, so each start is checked once more.
  .filter(({ recurrence, series }) => {
    const [first] = ruleWalls(readRule(recurrence.rrule), series.localStart, { to: series.localStart });
    return first === series.localStart;
  });
