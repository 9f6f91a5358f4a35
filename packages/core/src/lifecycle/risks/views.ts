import { z } from 'zod';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LifecycleFacts } from '../dashboard/ports.ts';
import { openRisks } from './open-risks.ts';
import { isInForce, riskCodes } from './risk.ts';

export const RiskView = z.object({
  code: z.enum(riskCodes).describe('What is open.'),
  since: shown
    .instant()
    .describe(
      'Since when it is open as far as that is known, else when something about the document was last said.',
    ),
  acknowledged: z
    .object({
      until: shown.date().describe('The last day on which it is accepted.'),
      byUserId: z.string().describe('The id of who accepted it.'),
      reason: z.string().describe('Why.'),
    })
    .nullable()
    .describe('That somebody accepts it for some time; null if nobody does.'),
});

/** The open risks of a document, each with who accepts it. */
export const riskViews = (
  facts: LifecycleFacts,
  now: Instant,
  zones: Pick<TimeZoneRules, 'wall' | 'resolve' | 'transitions'>,
): z.input<typeof RiskView>[] =>
  openRisks(facts, now, zones).map(({ code, since }) => {
    const accepted = facts.acknowledgements.find(
      (one) => one.risk === code && isInForce(one, facts, now, zones),
    );
    const { until, byUserId, reason } = accepted ?? {};
    const isAccepted = until !== undefined && byUserId !== undefined && reason !== undefined;
    return { code, since, acknowledged: isAccepted ? { until, byUserId, reason } : null };
  });
