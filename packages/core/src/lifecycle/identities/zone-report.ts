import type { PlainDate } from '../../kernel/time.ts';
import { type IdentityVerification, type KeptFields, keptFields } from './identity-verification.ts';
import { outcomeOf } from './outcome.ts';
import { zoneIn } from './zones/zone.ts';

export interface ZoneReport
  extends Pick<IdentityVerification, 'outcome' | 'format' | 'checks' | 'findings' | 'asOf'> {
  readonly assurance: 'mrz_consistency';
  readonly fields: KeptFields;
}

/** Whether a zone agrees with itself, without a document and without a claim; null if the lines are no zone (IDV-2). */
export function zoneReport(lines: readonly string[], asOf: PlainDate): ZoneReport | null {
  const zone = zoneIn(lines, asOf);
  if (zone === null) return null;
  const judged = { zone, comparisons: [], source: 'caller', asOf, specimenAllowed: false } as const;
  return {
    outcome: outcomeOf(judged),
    assurance: 'mrz_consistency',
    format: zone.format,
    fields: keptFields(zone.fields),
    checks: zone.checks.map(({ name, ok }) => ({ name, ok })),
    findings: zone.findings,
    asOf,
  };
}
