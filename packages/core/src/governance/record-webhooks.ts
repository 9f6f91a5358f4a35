import type { WebhookEntry } from '../kernel/webhook-events.ts';

interface AboutRecord {
  readonly labels: readonly string[];
}

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly version: number | null;
  readonly subjectId: string | null;
  readonly caseId: string | null;
}

/** How what happens to records leaves as a webhook: ids, the line of the ledger, and the labels that endpoints are allowed (GOV-35). */
export const recordWebhook = <D extends AboutRecord>(named: (data: D) => Named): WebhookEntry<D> => ({
  context: 'records',
  namesLedgerLine: true,
  data: (data) => {
    const { kind, id, version, subjectId, caseId } = named(data);
    return { target: { kind, id, version }, caseId, subjectId, labels: [...data.labels] };
  },
});
