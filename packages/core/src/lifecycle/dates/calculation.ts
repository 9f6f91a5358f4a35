import { daysLater, localDate, type Period, periodLater } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';

/** What the date of a policy is counted from. */
export const policyBases = [
  'document_date',
  'issue_date_plus',
  'effective_date_plus',
  'upload_date_plus',
  'sealed_date_plus',
  'fixed_date',
  'never',
] as const;
export type PolicyBasis = (typeof policyBases)[number];

/** What of a policy decides about dates. */
export interface DatingPolicy {
  readonly basis: PolicyBasis;
  /** Of every basis that ends in `_plus`. */
  readonly duration: Period | null;
  readonly fixedDate: PlainDate | null;
  readonly graceDays: number;
}

/** What is known about a document. */
export interface KnownDates {
  readonly issuedOn: PlainDate | null;
  readonly effectiveOn: PlainDate | null;
  readonly statedExpiresOn: PlainDate | null;
  readonly statedSource: 'stated' | 'identity';
  readonly noExpiration: boolean;
  /** The date that a person has confirmed, and where it came from; null if none was. */
  readonly confirmedExpiresOn: PlainDate | null;
  readonly confirmedSource: 'stated' | 'calculated' | 'extracted' | 'identity' | null;
  readonly uploadedAt: Instant;
  readonly sealedAt: Instant | null;
}

/** The dates that a calculation started from, all of them in the zone of the document. */
export interface CalculationInputs {
  readonly issuedOn: PlainDate | null;
  readonly effectiveOn: PlainDate | null;
  readonly statedExpiresOn: PlainDate | null;
  readonly uploadedOn: PlainDate;
  readonly sealedOn: PlainDate | null;
  readonly fixedDate: PlainDate | null;
}

export const dateSources = ['none', 'stated', 'calculated', 'extracted', 'identity', 'fixed'] as const;

/** The date in force, and how it came about. */
export interface DateInForce {
  readonly inputs: CalculationInputs;
  /** What the policy gives, whether or not another date is in force. */
  readonly calculatedOn: PlainDate | null;
  readonly expiresOn: PlainDate | null;
  readonly expiresOnSource: (typeof dateSources)[number];
  readonly graceEndsOn: PlainDate | null;
  /** Codes that say which way the calculation went, such as `basis:issue_date_plus`. */
  readonly trace: readonly string[];
}

const inputsOf = (
  dates: KnownDates,
  policy: DatingPolicy | null,
  timeZone: string,
  zones: TimeZoneRules,
): CalculationInputs => ({
  issuedOn: dates.issuedOn,
  effectiveOn: dates.effectiveOn,
  statedExpiresOn: dates.statedExpiresOn,
  uploadedOn: localDate(dates.uploadedAt, timeZone, zones),
  sealedOn: dates.sealedAt === null ? null : localDate(dates.sealedAt, timeZone, zones),
  fixedDate: policy?.fixedDate ?? null,
});

/** Which of the inputs each basis adds its duration to. */
const countedFrom = {
  issue_date_plus: 'issuedOn',
  effective_date_plus: 'effectiveOn',
  upload_date_plus: 'uploadedOn',
  sealed_date_plus: 'sealedOn',
} as const satisfies Partial<Record<PolicyBasis, keyof CalculationInputs>>;

interface Counted {
  readonly date: PlainDate | null;
  readonly trace: readonly string[];
}

/** What the policy alone gives. */
function counted(policy: DatingPolicy | null, inputs: CalculationInputs): Counted {
  if (policy === null) return { date: null, trace: [] };
  const { basis, duration } = policy;
  const trace = [`basis:${basis}`];
  if (basis === 'fixed_date') return { date: inputs.fixedDate, trace };
  if (basis === 'never' || basis === 'document_date') return { date: null, trace };
  const from = inputs[countedFrom[basis]];
  if (from === null || duration === null)
    return { date: null, trace: [...trace, `missing:${countedFrom[basis]}`] };
  const { date, isClamped } = periodLater(from, duration);
  return { date, trace: isClamped ? [...trace, 'clamped:month_end'] : trace };
}

function inForce(
  dates: KnownDates,
  policy: DatingPolicy | null,
  calculatedOn: PlainDate | null,
): Pick<DateInForce, 'expiresOn' | 'expiresOnSource'> {
  if (dates.noExpiration) return { expiresOn: null, expiresOnSource: 'none' };
  if (dates.confirmedExpiresOn !== null)
    return { expiresOn: dates.confirmedExpiresOn, expiresOnSource: dates.confirmedSource ?? 'stated' };
  if (dates.statedExpiresOn !== null)
    return { expiresOn: dates.statedExpiresOn, expiresOnSource: dates.statedSource };
  if (calculatedOn === null) return { expiresOn: null, expiresOnSource: 'none' };
  return {
    expiresOn: calculatedOn,
    expiresOnSource: policy?.basis === 'fixed_date' ? 'fixed' : 'calculated',
  };
}

/** The date in force: the confirmed one, else the stated one, else what the policy gives (LIF-5). */
export function dateInForce(
  dates: KnownDates,
  policy: DatingPolicy | null,
  timeZone: string,
  zones: TimeZoneRules,
): DateInForce {
  const inputs = inputsOf(dates, policy, timeZone, zones);
  const { date: calculatedOn, trace } = counted(policy, inputs);
  const { expiresOn, expiresOnSource } = inForce(dates, policy, calculatedOn);
  const isConfirmed = !dates.noExpiration && dates.confirmedExpiresOn !== null;
  return {
    inputs,
    calculatedOn,
    expiresOn,
    expiresOnSource,
    graceEndsOn: expiresOn === null ? null : daysLater(expiresOn, policy?.graceDays ?? 0),
    trace: [
      ...trace,
      dates.noExpiration ? 'date:no_expiration' : `date:${isConfirmed ? 'confirmed' : expiresOnSource}`,
    ],
  };
}
