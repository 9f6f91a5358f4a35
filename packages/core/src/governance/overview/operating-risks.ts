import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LedgerStanding } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { Counted, risksOf } from './overview-parts.ts';

/** A plan allows fewer. */
const mostWebhooks = 1_000;

const one = (isSo: boolean, since: Counted['since'] = null): Counted => ({ count: isSo ? 1 : 0, since });

/** What the overview says of the ledger, and of how the workspace is set up. */
export async function operatingRisks(
  ledger: LedgerStanding,
  {
    webhookRegistration,
    secondPersonRule,
    memberAccess,
    recordSubjects,
  }: Pick<GovernancePorts, 'webhookRegistration' | 'secondPersonRule' | 'memberAccess' | 'recordSubjects'> &
    Pick<HandlerContext, 'now'>,
): Promise<Parameters<typeof risksOf>[0]> {
  const [webhooks, singlePersonSince, officers, keepsRecords] = await Promise.all([
    webhookRegistration.list('records', null, mostWebhooks),
    secondPersonRule.onSince(),
    memberAccess.holders(['privacy_officer']),
    recordSubjects.any(),
  ]);
  const failing = webhooks.filter(({ status }) => status === 'auto_disabled');
  return {
    ledger_integrity: one(ledger.ok === false, ledger.lastCheckAt),
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
