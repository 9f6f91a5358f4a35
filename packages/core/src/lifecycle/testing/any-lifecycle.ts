import fc from 'fast-check';
import { daysLater } from '../../kernel/plain-dates.ts';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { type DatingPolicy, type KnownDates, policyBases } from '../dates/calculation.ts';
import type { DatedDocument, DecidingPolicy } from '../dates/evaluation.ts';

export const rules = momentTimeZoneRules();

/** Zones on both sides of the date line, with half hours, with changes at midnight, and without any. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Asuncion',
  'America/Havana',
  'America/Nuuk',
  'America/Scoresbysund',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Asia/Amman',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Marquesas',
  'America/Caracas',
  'America/Vancouver',
  'Antarctica/Troll',
  'Africa/Johannesburg',
  'Asia/Pyongyang',
  'Asia/Yangon',
  'Australia/Eucla',
  'Europe/Istanbul',
  'Pacific/Norfolk',
  'Pacific/Pago_Pago',
];
export const anyZone = fc.constantFrom(...zones);

export const anyDate = fc.integer({ min: 0, max: 7000 }).map((days) => daysLater('2020-01-01', days));
const perhaps = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

/** An instant of the years in which the dates of a test lie, often close to midnight somewhere. */
export const anyInstant = fc
  .integer({ min: 0, max: 9000 * 96 })
  .map((quarters) => new Date(Date.UTC(2020, 0, 1) + quarters * 900_000).toISOString());

const duration = fc
  .record({
    years: fc.integer({ min: 0, max: 6 }),
    months: fc.integer({ min: 0, max: 30 }),
    days: fc.integer({ min: 0, max: 500 }),
  })
  .filter(({ years, months, days }) => years + months + days > 0);

export const anyPolicy: fc.Arbitrary<DatingPolicy> = fc
  .record({
    basis: fc.constantFrom(...policyBases),
    duration,
    fixedDate: anyDate,
    graceDays: fc.integer({ min: 0, max: 365 }),
  })
  .map(({ basis, ...policy }) => ({
    ...policy,
    basis,
    duration: basis.endsWith('_plus') ? policy.duration : null,
    fixedDate: basis === 'fixed_date' ? policy.fixedDate : null,
  }));

export const anyDates: fc.Arbitrary<KnownDates> = fc
  .record({
    issuedOn: perhaps(anyDate),
    effectiveOn: perhaps(anyDate),
    statedExpiresOn: perhaps(anyDate),
    statedSource: fc.constantFrom('stated' as const, 'identity' as const),
    noExpiration: fc.boolean(),
    confirmedExpiresOn: perhaps(anyDate),
    uploadedAt: anyInstant,
    sealedAt: perhaps(anyInstant),
  })
  .map((dates) => ({
    ...dates,
    confirmedSource: dates.confirmedExpiresOn === null ? null : ('stated' as const),
  }));

const seldom = fc.integer({ min: 0, max: 9 }).map((one) => one === 0);

const anyDecidingPolicy: fc.Arbitrary<DecidingPolicy> = fc
  .tuple(
    anyPolicy,
    fc.record({
      noticeDaysBefore: fc.uniqueArray(fc.integer({ min: -365, max: 730 }), { maxLength: 12 }),
      noticeLocalTime: fc.constantFrom('00:00', '02:30', '09:00', '23:45'),
      timeZone: perhaps(anyZone),
      requireConfirmation: fc.boolean(),
    }),
  )
  .map(([dating, rest]) => ({ ...dating, ...rest }));

const anyDocument: fc.Arbitrary<DatedDocument> = fc
  .record({
    dates: anyDates,
    hasType: fc.boolean(),
    hasOwner: fc.boolean(),
    isSuperseded: seldom,
    isDisposed: seldom,
  })
  .map((document) => ({ ...document, isConfirmed: document.dates.confirmedExpiresOn !== null }));

/** A document, and the policy that applies to it if one does. */
export const anyLifecycle = fc.record({ document: anyDocument, policy: perhaps(anyDecidingPolicy) });
