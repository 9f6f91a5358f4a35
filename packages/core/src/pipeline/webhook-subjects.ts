import type { Emitted } from '../kernel/events.ts';
import type { WebhookData, WebhookSubjectKind } from '../kernel/webhook-events.ts';
import type { Transaction } from './unit-of-work.ts';

/** What is said of each thing that may be shown, by kind and id. */
export type WebhookSubjects = ReadonlyMap<WebhookSubjectKind, ReadonlyMap<string, WebhookData>>;

/** How the things of each kind are looked up; those that may not be shown are missing from the answer. */
const lookUps: Readonly<
  Record<
    WebhookSubjectKind,
    (transaction: Transaction, ids: readonly string[]) => Promise<ReadonlyMap<string, WebhookData>>
  >
> = {
  meeting: ({ repositories }, ids) => repositories.meetings.meetings.forWebhooks(ids),
};

/** Looks up, once for each kind, the things that the events of one workspace belong to. */
export async function webhookSubjectsOf(
  emissions: readonly Emitted[],
  workspaceId: string,
  transaction: Transaction,
): Promise<WebhookSubjects> {
  const wanted = new Map<WebhookSubjectKind, Set<string>>();
  for (const { event, data } of emissions) {
    const subject = event.webhook?.subject;
    if (subject === undefined) continue;
    const ids = wanted.get(subject.kind) ?? new Set();
    wanted.set(subject.kind, ids.add(subject.id(data)));
  }
  const found = new Map<WebhookSubjectKind, ReadonlyMap<string, WebhookData>>();
  for (const [kind, ids] of wanted) {
    transaction.enter(workspaceId);
    found.set(kind, await lookUps[kind](transaction, [...ids]));
  }
  return found;
}

/** What the webhook of an event says, or null if the event is not to leave: what is private does not (WHK-14). */
export function webhookDataOf({ event, data }: Emitted, subjects: WebhookSubjects): WebhookData | null {
  const own = event.webhook?.data(data) ?? null;
  const subject = event.webhook?.subject;
  if (own === null || subject === undefined) return own;
  const about = subjects.get(subject.kind)?.get(subject.id(data));
  return about === undefined ? null : { ...about, ...own };
}
