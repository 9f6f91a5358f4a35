import { z } from 'zod';

export const riskSeverities = ['critical', 'high', 'medium', 'low'] as const;

/** What may go wrong with records, and how bad that is (governance 4.18). */
const severityOf = {
  disposition_failed: 'high',
  retention_overdue: 'medium',
  hold_older_than_a_year: 'low',
} as const satisfies Readonly<Record<string, (typeof riskSeverities)[number]>>;
export type RiskCode = keyof typeof severityOf;

export interface Risk {
  readonly code: RiskCode;
  readonly count: number;
  readonly since: string | null;
}

export const RiskView = z
  .object({
    code: z.string().describe('What it is, such as retention_overdue.'),
    severity: z.enum(riskSeverities).describe('How bad it is.'),
    count: z.int().describe('How many there are.'),
    since: z.string().nullable().describe('Since when there is one, an instant; null if that is not known.'),
  })
  .meta({ id: 'GovernanceRisk', description: 'Something that should not stay as it is.' });

/** Those that there are, the worst first. */
export const risksIn = (found: readonly Risk[]): z.input<typeof RiskView>[] =>
  found
    .filter(({ count }) => count > 0)
    .map((risk) => ({ ...risk, severity: severityOf[risk.code] }))
    .sort(
      (a, b) =>
        riskSeverities.indexOf(a.severity) - riskSeverities.indexOf(b.severity) || (a.code < b.code ? -1 : 1),
    );
