import type { WebhookEntry } from '../kernel/webhook-events.ts';

/** What an event says of the record that it is about; what it leaves out there is none of. */
interface AboutRecord {
  readonly caseId?: string | null;
  readonly subjectId?: string | null;
  readonly labels?: readonly string[];
}

interface Target {
  readonly kind: string;
  readonly id: string;
  readonly version: number | null;
}

/** How what happens to records leaves as a webhook: ids, the line of the ledger, and the labels that endpoints are allowed (GOV-35). */
export const recordWebhook = <D extends object>(targetOf: (data: D) => Target): WebhookEntry<D> => ({
  context: 'records',
  namesLedgerLine: true,
  data(data) {
    const { kind, id, version } = targetOf(data);
    const { caseId = null, subjectId = null, labels = [] }: AboutRecord = data;
    return { target: { kind, id, version }, caseId, subjectId, labels: [...labels] };
  },
});
