import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { RecordSettingsView } from '../settings/views.ts';
import { RiskView } from './overview-parts.ts';

export const GovernanceOverviewView = z
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
        breakGlassReviewOverdue: z.int().describe('How many of these should have been decided on by now.'),
      })
      .describe('Access beyond cases.'),
    transfersPending: z.int().describe('Offers of cases that nobody has answered.'),
    coSignsPending: z.int().describe('Co-signatures that somebody is still to give.'),
    amendmentsOverdue: z.int().describe('Requests for amendments that should have been decided by now.'),
    integrity: z
      .object({
        lastCheckAt: shown
          .instant()
          .nullable()
          .describe('When the ledger was last verified as a whole; null if it never was.'),
        ok: z
          .boolean()
          .nullable()
          .describe(
            'Whether nothing is known to be wrong with it, nor with the records by the checks of their integrity; null if it was never verified.',
          ),
        checkpointSize: z
          .int()
          .nullable()
          .describe('How many events the newest checkpoint confirms; null if there is none.'),
        checkpointAt: shown.instant().nullable().describe('When it was issued; null if there is none.'),
        cosignedSize: z
          .int()
          .nullable()
          .describe(
            'How many events the newest checkpoint confirms that a witness has cosigned; null if there is none.',
          ),
      })
      .describe('How far the ledger is proven.'),
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
  .meta({ id: 'GovernanceOverview', description: 'What the governance of records asks for.' });
