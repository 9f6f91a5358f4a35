import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { retentionRisks } from '../retention/retention-risks.ts';
import { today } from '../retention/today.ts';
import { currentSettings, RecordSettingsView } from '../settings/views.ts';
import { actionContexts } from '../worker/worker-action.ts';
import { RiskView, risksOf } from './overview-parts.ts';

export const getGovernanceOverview = query({
  summary: 'See what the governance of records asks for',
  description: 'The settings about records, and what waits for somebody.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance show' },
  input: z.strictObject({}),
  output: z.object({
    overview: z
      .object({
        asOf: shown.instant().describe('The moment that it is about.'),
        settings: RecordSettingsView,
        consents: z
          .object({
            active: z.int().describe('How many hold.'),
            expiringIn30Days: z.int().describe('How many of these end within 30 days.'),
            requested: z.int().describe('How many were asked for and not decided.'),
          })
          .describe('Consents of all subjects.'),
        disclosures: z
          .object({
            pendingAuthorizations: z.int().describe('How many wait for a decision.'),
            packagesAwaitingApproval: z.int().describe('How many packages wait for an approval.'),
            packagesAwaitingRelease: z.int().describe('How many of these were approved and not released.'),
            released: z.int().describe('How many packages can be read by their recipients now.'),
            overdue: z.int().describe('How many authorizations should have led to a release by now.'),
          })
          .describe('Disclosures of the cases that you see; privacy officers see those of all cases.'),
        retention: z
          .object({
            due: z.int().describe('Cases whose time is over.'),
            onHold: z.int().describe('Cases under a legal hold.'),
            reviewsPending: z.int().describe('Disposition reviews that wait for a decision.'),
            executedLast30Days: z.int().describe('Disposition reviews that were executed in 30 days.'),
          })
          .describe('How long cases are kept.'),
        access: z
          .object({
            temporaryActive: z.int().describe('How many grants for a time open something now.'),
            breakGlassActive: z.int().describe('How many emergencies open something now.'),
            breakGlassAwaitingReview: z.int().describe('How many that are over nobody has decided on.'),
            breakGlassReviewOverdue: z
              .int()
              .describe('How many of these should have been decided on by now.'),
          })
          .describe('Access beyond cases.'),
        worker: z
          .object({
            dead: z.int().describe('How much of it was given up and waits for somebody.'),
            retrying: z.int().describe('How much waits for another attempt.'),
            oldestDeadAt: shown
              .instant()
              .nullable()
              .describe('When the oldest of what was given up was; null if nothing was.'),
          })
          .describe('Background work about records.'),
        risks: z.array(RiskView).describe('What may be wrong, the worst first.'),
      })
      .meta({ id: 'GovernanceOverview', description: 'What the governance of records asks for.' }),
  }),

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('overview'),

  async run(_, context) {
    const { now, consents, emergencies, temporaryGrants, memberAccess, recordSubjects } = context;
    const [{ active, expiring, requested }, taken, temporaryActive, officers, keepsRecords] =
      await Promise.all([
        consents.counts(now, plusDays(now, 30)),
        emergencies.counts(now),
        temporaryGrants.activeCount(now),
        memberAccess.holders(['privacy_officer']),
        recordSubjects.any(),
      ]);
    const reviews = await context.dispositions.counts(plusDays(now, -30));
    const day = await today(context);
    const { due, onHold } = await context.retentionClocks.counts(day);
    const reach = await context.recordReaders.reach(null, context);
    const disclosures = await context.disclosureAuthorizations.counts(reach, day);
    const worker = await context.jobControl.stuck(actionContexts);
    return {
      overview: {
        asOf: now,
        settings: await currentSettings(context),
        consents: { active, expiringIn30Days: expiring, requested },
        disclosures: { ...disclosures },
        retention: {
          ...{ due, onHold },
          ...{ reviewsPending: reviews.pending, executedLast30Days: reviews.executed },
        },
        access: {
          temporaryActive,
          breakGlassActive: taken.active,
          breakGlassAwaitingReview: taken.awaitingReview,
          breakGlassReviewOverdue: taken.overdue,
        },
        worker: { ...worker },
        risks: risksOf({
          ...(await retentionRisks(context)),
          break_glass_active: { count: taken.active, since: taken.activeSince },
          break_glass_review_overdue: { count: taken.overdue, since: taken.overdueSince },
          worker_dead: { count: worker.dead, since: worker.oldestDeadAt },
          disclosure_overdue: { count: disclosures.overdue, since: null },
          consent_expiring: { count: expiring, since: null },
          single_privacy_officer: { count: keepsRecords && officers.length === 1 ? 1 : 0, since: null },
        }),
      },
    };
  },
});
