import { governanceMailJobs } from '../jobs.ts';
import { type GovernanceReacting, reaction } from '../ports.ts';
import { mailEach } from '../retention/mail-retention.ts';
import { dispositionExecuted, dispositionRequested } from './events.ts';

const job = { policy: governanceMailJobs, mails: 'members', databaseRole: 'identity' } as const;

/** Those who answer for the records hear that something is to become of them, and may say no in time. */
export const mailDispositionRequested = reaction(
  dispositionRequested,
  { ...job, topic: 'governance.mail_disposition_requested', needs: ['reviewId'] },
  ({ reviewId }, context) => tell(reviewId, 'disposition_requested', context),
);

/** And that it is done. */
export const mailDispositionExecuted = reaction(
  dispositionExecuted,
  { ...job, topic: 'governance.mail_disposition_executed', needs: ['reviewId'] },
  ({ reviewId }, context) => tell(reviewId, 'disposition_executed', context),
);

async function tell(
  reviewId: string,
  notice: 'disposition_requested' | 'disposition_executed',
  context: GovernanceReacting,
): Promise<void> {
  const found = await context.read(async ({ dispositions, memberAccess }) => {
    const review = await dispositions.find(reviewId);
    const items = await dispositions.items([reviewId]);
    const managers = await memberAccess.holders(['records_manager']);
    const leads = await dispositions.leadsOf(items.map(({ caseId }) => caseId));
    return { review, items, told: new Set([...managers.map(({ userId }) => userId), ...leads]) };
  });
  const { review, items, told } = found;
  if (review === null) return;
  const said = { notice, name: null, number: review.reviewNumber, count: items.length } as const;
  await mailEach([...told], said, context);
}
