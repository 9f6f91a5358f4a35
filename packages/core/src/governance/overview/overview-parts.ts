import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';

export const riskSeverities = ['low', 'medium', 'high', 'critical'] as const;
type Severity = (typeof riskSeverities)[number];

/** What may be wrong with the records of a workspace, and how bad that is (governance 4.18). */
export const riskCodes = {
  ledger_integrity: 'critical',
  break_glass_review_overdue: 'high',
  case_without_lead: 'high',
  disclosure_overdue: 'high',
  amendment_overdue: 'high',
  disposition_failed: 'high',
  worker_dead: 'high',
  checkpoint_stale: 'high',
  break_glass_active: 'medium',
  unsigned_overdue: 'medium',
  co_sign_overdue: 'medium',
  consent_expiring: 'medium',
  possible_duplicate: 'medium',
  webhook_disabled: 'medium',
  scan_backlog: 'medium',
  retention_overdue: 'medium',
  witness_stale: 'medium',
  single_privacy_officer: 'medium',
  single_person_mode: 'medium',
  hold_older_than_a_year: 'low',
  transfer_stale: 'low',
} as const satisfies Readonly<Record<string, Severity>>;
export type RiskCode = keyof typeof riskCodes;
const codes = Object.keys(riskCodes) as [RiskCode, ...RiskCode[]];

export const RiskView = z
  .object({
    code: z.enum(codes).describe('What it is.'),
    severity: z.enum(riskSeverities).describe('How bad it is.'),
    count: z.int().describe('How often it is so.'),
    since: shown.instant().nullable().describe('Since when the oldest one is so; null if that is not known.'),
  })
  .meta({
    id: 'GovernanceRisk',
    description: 'Something that may be wrong with the records of a workspace.',
  });

export interface Counted {
  readonly count: number;
  readonly since: Instant | null;
}

/** What there is of each; the worst first, then by code. */
export const risksOf = (counted: Readonly<Partial<Record<RiskCode, Counted>>>): z.input<typeof RiskView>[] =>
  codes
    .flatMap((code) => {
      const found = counted[code];
      if (found === undefined || found.count === 0) return [];
      return [{ code, severity: riskCodes[code], count: found.count, since: found.since }];
    })
    .sort(
      (one, other) =>
        riskSeverities.indexOf(other.severity) - riskSeverities.indexOf(one.severity) ||
        one.code.localeCompare(other.code),
    );
