import { z } from 'zod';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { retentionRisks } from '../retention/retention-risks.ts';
import { currentSettings } from '../settings/views.ts';
import { backlogRisks } from './backlog-risks.ts';
import { operatingRisks } from './operating-risks.ts';
import { overviewCounts } from './overview-counts.ts';
import { risksOf } from './overview-parts.ts';
import { GovernanceOverviewView } from './views.ts';

export const getGovernanceOverview = query({
  summary: 'See what the governance of records asks for',
  description: 'The settings about records, and what waits for somebody.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance show' },
  input: z.strictObject({}),
  output: z.object({ overview: GovernanceOverviewView }),

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('overview'),

  async run(_, context) {
    const { sections, taken, backlog, ledger } = await overviewCounts(context);
    return {
      overview: {
        asOf: context.now,
        settings: await currentSettings(context),
        ...sections,
        risks: risksOf({
          ...(await retentionRisks(context)),
          ...(await backlogRisks(backlog, context)),
          ...(await operatingRisks(ledger, context)),
          break_glass_active: { count: taken.active, since: taken.activeSince },
          break_glass_review_overdue: { count: taken.overdue, since: taken.overdueSince },
          worker_dead: { count: sections.worker.dead, since: sections.worker.oldestDeadAt },
          disclosure_overdue: { count: sections.disclosures.overdue, since: null },
          consent_expiring: { count: sections.consents.expiringIn30Days, since: null },
        }),
      },
    };
  },
});
