import type { LedgerStanding } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { everyRecordWebhook } from '../webhooks/every-record-webhook.ts';
import type { Counted, risksOf } from './overview-parts.ts';

const one = (isSo: boolean, since: Counted['since'] = null): Counted => ({ count: isSo ? 1 : 0, since });

/** What the overview says of the ledger, and of how the workspace is set up. */
export async function operatingRisks(
  ledger: LedgerStanding,
  context: Pick<
    GovernancePorts,
    'webhookRegistration' | 'secondPersonRule' | 'memberAccess' | 'recordSubjects'
  >,
): Promise<Parameters<typeof risksOf>[0]> {
  const [webhooks, singlePersonSince, officers, keepsRecords] = await Promise.all([
    everyRecordWebhook(context),
    context.secondPersonRule.onSince(),
    context.memberAccess.holders(['privacy_officer']),
    context.recordSubjects.any(),
  ]);
  const failing = webhooks.filter(({ status }) => status === 'auto_disabled');
  return {
    ledger_integrity: one(ledger.ok === false, ledger.recordsFailedSince ?? ledger.lastCheckAt),
    checkpoint_stale: one(ledger.checkpointStaleSince !== null, ledger.checkpointStaleSince),
    witness_stale: one(ledger.witnessStaleSince !== null, ledger.witnessStaleSince),
    webhook_disabled: {
      count: failing.length,
      since: failing.map(({ failingSince, updatedAt }) => failingSince ?? updatedAt).toSorted()[0] ?? null,
    },
    single_person_mode: one(singlePersonSince !== null, singlePersonSince),
    single_privacy_officer: one(keepsRecords && officers.length === 1),
  };
}
