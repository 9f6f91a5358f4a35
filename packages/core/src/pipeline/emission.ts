import type { AccessUsed, Emitted, EventType } from '../kernel/events.ts';
import { groupBy } from '../kernel/grouping.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { NewJob } from '../kernel/outbox.ts';
import type { KeyRing } from '../kernel/ports.ts';
import { attemptsOf, type Reaction } from '../kernel/reaction.ts';
import { drawUpDeliveries, guardedLabels, type WebhookNotice } from '../kernel/webhook-events.ts';
import { reactionsTo } from './declarations.ts';
import { detailKeysFor } from './detail-keys.ts';
import { ledgerLine, type Stamp } from './ledger-line.ts';
import type { Transaction } from './unit-of-work.ts';
import { type WebhookSubjects, webhookDataOf, webhookSubjectsOf } from './webhook-subjects.ts';

export interface Emission extends Emitted {
  /** The ledger of one workspace, or those of a person, looked up when it was emitted. */
  readonly ledger: string | Promise<readonly string[]>;
  /** Null if the handler said nothing of it. */
  readonly accessUsed: AccessUsed | null;
}

/** The reactions to an emission that are not to follow, by their topics. */
export type LeftOut = ReadonlyMap<Emission, ReadonlySet<string>>;

interface Flush extends Stamp {
  readonly transaction: Transaction;
  readonly emissions: readonly Emission[];
  readonly newId: () => string;
  readonly keyRing: Pick<KeyRing, 'seal'>;
  /** Counts what follows, and says what is not to, for want of budget; locks what others count on until the commit. */
  readonly counted?: () => Promise<LeftOut>;
}

/**
 * Writes what the handler emitted: one ledger line for each event and one job for each reaction, as the last statements
 * before the commit. The statements go out together; the caller awaits them with the commit. Returns the new jobs.
 */
export async function flushEmissions(flush: Flush): Promise<{
  readonly jobs: readonly NewJob[];
  readonly written: Promise<unknown>;
}> {
  const placed: Placed[] = [];
  for (const emission of flush.emissions) {
    const { ledger, ...rest } = emission;
    const eventId = flush.newId();
    placed.push(
      typeof ledger === 'string'
        ? { ...rest, eventId, ledgerIds: [ledger], workspaceId: ledger === 'installation' ? null : ledger }
        : { ...rest, eventId, ledgerIds: await ledger, workspaceId: null },
    );
  }
  const [{ deliveries, jobs: deliveryJobs }, detailKeys] = await Promise.all([
    deliveriesOf(placed, flush),
    detailKeysFor(placed, flush.keyRing, flush.transaction),
  ]);
  // The last before the writes that leave with the commit: others of the workspace wait from here on.
  const leftOut = await flush.counted?.();
  const jobs = placed.flatMap((emission, index) =>
    jobsOf(emission, flush, leftOut?.get(flush.emissions[index] as Emission)),
  );
  jobs.push(...deliveryJobs);
  const ledgers = groupBy(
    placed.flatMap((emission) =>
      emission.event.ledger === null
        ? []
        : emission.ledgerIds.map((ledgerId) => ({
            ...emission,
            ledgerId,
            id: ledgerId === emission.ledgerIds[0] ? emission.eventId : flush.newId(),
          })),
    ),
    ({ ledgerId }) => ledgerId,
  );
  const statements: Promise<void>[] = [];
  if (jobs.length > 0) statements.push(flush.transaction.enqueue(jobs));
  for (const ledgerId of [...ledgers.keys()].sort()) {
    const entries = (ledgers.get(ledgerId) ?? []).map((emission) => ledgerLine(emission, flush, detailKeys));
    statements.push(flush.transaction.appendAudit(ledgerId, entries));
  }
  // After the ledger lines, whose numbers some of them carry.
  if (deliveries.length > 0) statements.push(flush.transaction.webhooks.record(deliveries));
  return { jobs, written: Promise.all(statements) };
}

/** The webhooks of what happened, workspace by workspace. */
async function deliveriesOf(placed: readonly Placed[], { transaction, now, newId, caller }: Flush) {
  const leaving = placed.filter(({ event, workspaceId }) => event.webhook !== null && workspaceId !== null);
  const drawn: Awaited<ReturnType<typeof drawUpDeliveries>>[] = [];
  for (const [workspaceId, emissions] of groupBy(leaving, (emission) => emission.workspaceId ?? '')) {
    const envelope = { workspaceId, now, newId, correlationId: caller.correlationId };
    const subjects = await webhookSubjectsOf(emissions, workspaceId, transaction);
    const notices = emissions.flatMap((emission) => noticeOf(emission, subjects));
    drawn.push(await drawUpDeliveries(transaction.webhooks, notices, envelope));
  }
  return {
    deliveries: drawn.flatMap(({ deliveries }) => deliveries),
    jobs: drawn.flatMap(({ jobs }) => jobs),
  };
}

function noticeOf({ event, data, eventId }: Placed, subjects: WebhookSubjects): WebhookNotice[] {
  const { webhook, ledger, type } = event;
  const said = webhookDataOf({ event, data }, subjects);
  if (webhook === null || said === null) return [];
  const target = ledger?.target(data);
  const lineId = webhook.namesLedgerLine === true ? eventId : null;
  return [
    {
      context: webhook.context,
      type: webhook.type ?? type,
      orderingKey: webhook.orderingKey?.(data) ?? `${target?.kind ?? type}:${target?.id ?? ''}`,
      data: lineId === null ? said : { eventId: lineId, ...said },
      labels: guardedLabels(ledger?.labels?.(data) ?? []),
      eventId: lineId,
    },
  ];
}

interface Placed extends Omit<Emission, 'ledger'> {
  /** The id of its ledger line; if it has several, of the first. */
  readonly eventId: string;
  readonly ledgerIds: readonly string[];
  /** Whose jobs follow from it; what concerns an account belongs to no workspace (JOB-10). */
  readonly workspaceId: string | null;
}

/** Without the reactions to it that are not to run, which are given by their topics. */
function jobsOf(
  emission: Placed,
  { newId, now, caller }: Flush,
  leftOut: ReadonlySet<string> | undefined,
): NewJob[] {
  const wanted = reactionsTo(emission.event.type).filter(({ topic }) => !leftOut?.has(topic));
  return wanted.map((reaction) => ({
    id: newId(),
    workspaceId: emission.workspaceId,
    queue: reaction.policy.queue,
    topic: reaction.topic,
    context: reaction.context,
    ...aggregateOf(emission, reaction),
    payload: payloadOf(emission.data, reaction),
    orderingKey: reaction.orderingKey?.(emission.data as never) ?? null,
    availableAt: reaction.dueAt?.(emission.data as never) ?? now,
    maxAttempts: attemptsOf(reaction),
    correlationId: caller.correlationId,
    createdAt: now,
  }));
}

/** Only what the reaction says it needs (JOB-9). */
function payloadOf(data: unknown, { needs }: Reaction): unknown {
  if (needs === undefined) return data;
  const fields = data as Readonly<Record<PropertyKey, unknown>>; // `needs` names keys of the event's data
  return Object.fromEntries(needs.map((name) => [name, fields[name]]));
}

function aggregateOf({ event, data }: Emitted, { aggregate }: Reaction) {
  const target = event.ledger?.target(data);
  const about =
    aggregate === undefined ? target && { type: target.kind, id: target.id } : aggregate(data as never); // the reaction was declared with this event
  return { aggregateType: about?.type ?? null, aggregateId: about?.id ?? null };
}

/** The `emit` family of one transaction; what it collects is written by `flushEmissions`. */
export function emissionsOf(
  transaction: Transaction,
  ledgerId: () => string,
): Pick<WritingContext, 'emit' | 'emitIn' | 'emitFor' | 'accessedBy'> & {
  readonly emissions: readonly Emission[];
} {
  const emissions: Emission[] = [];
  let accessUsed: AccessUsed | null = null;
  const record = (event: EventType, data: unknown, ledger: Emission['ledger']) =>
    emissions.push({ event, data: event.data.parse(data), ledger, accessUsed });
  return {
    emissions,
    accessedBy: (used) => {
      accessUsed = used;
    },
    emit: (event, data) => void record(event, data, ledgerId()),
    emitIn: (ledger, event, data) => void record(event, data, ledger),
    emitFor: (userId, event, data) => {
      const ledgers = transaction.repositories.workspace.personMemberships
        .ofPerson(userId)
        .then((workspaces) => {
          const active = workspaces.flatMap(({ id, memberStatus, status }) =>
            memberStatus === 'active' && status !== 'closed' ? [id] : [],
          );
          return active.length === 0 ? ['installation'] : active;
        });
      // Awaited at the flush; if the work fails first, nobody is left to ask.
      ledgers.catch(() => undefined);
      record(event, data, ledgers);
    },
  };
}
