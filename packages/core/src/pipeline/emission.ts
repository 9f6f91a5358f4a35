import { hexOf, systemRandom } from '../kernel/crypto.ts';
import type { Emitted, EventType } from '../kernel/events.ts';
import { groupBy } from '../kernel/group-by.ts';
import { canonicalJson, detailDigest, encodePayload } from '../kernel/ledger/index.ts';
import type { NewJob } from '../kernel/outbox.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Caller, Principal } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { Reaction, WritingContext } from '../kernel/use-case.ts';
import { drawUpDeliveries, guardedLabels, type WebhookNotice } from '../kernel/webhook-events.ts';
import { reactionsTo } from './declarations.ts';
import type { AuditAppend, Transaction } from './unit-of-work.ts';

export interface Emission extends Emitted {
  /** The ledger of one workspace, or those of a person, looked up when it was emitted. */
  readonly ledger: string | Promise<readonly string[]>;
}

/** Who acts, as the ledger names them. */
export interface Actor {
  readonly kind: 'user' | 'api_key' | 'public_link' | 'system' | 'operator';
  readonly id: string | null;
  readonly sessionId: string | null;
}

interface Flush {
  readonly transaction: Transaction;
  readonly emissions: readonly Emission[];
  readonly actor: Actor;
  readonly caller: Pick<Caller, 'requestId' | 'correlationId'> & { readonly address: string | null };
  readonly now: Instant;
  readonly keyRing: KeyRing;
  readonly newId: () => string;
}

/**
 * Writes what the handler emitted: one ledger line per event and one outbox row per reaction, as the last statements
 * before the commit. The statements go out together; the caller awaits them with the commit. Returns the new jobs.
 */
export async function flushEmissions(flush: Flush): Promise<{
  readonly jobs: readonly NewJob[];
  readonly written: Promise<unknown>;
}> {
  const placed: Placed[] = [];
  for (const { ledger, ...emitted } of flush.emissions) {
    const eventId = flush.newId();
    placed.push(
      typeof ledger === 'string'
        ? { ...emitted, eventId, ledgerIds: [ledger], workspaceId: ledger === 'installation' ? null : ledger }
        : { ...emitted, eventId, ledgerIds: await ledger, workspaceId: null },
    );
  }
  const { deliveries, jobs: deliveryJobs } = await deliveriesOf(placed, flush);
  const jobs = [...placed.flatMap((emission) => jobsOf(emission, flush)), ...deliveryJobs];
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
    const entries = (ledgers.get(ledgerId) ?? []).map((emission) => auditEntry(emission, flush));
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
    drawn.push(await drawUpDeliveries(transaction.webhooks, emissions.flatMap(noticeOf), envelope));
  }
  return {
    deliveries: drawn.flatMap(({ deliveries }) => deliveries),
    jobs: drawn.flatMap(({ jobs }) => jobs),
  };
}

function noticeOf({ event, data, eventId }: Placed): WebhookNotice[] {
  const { webhook, ledger, type } = event;
  if (webhook === null) return [];
  const target = ledger?.target(data);
  const ofRecords = webhook.context === 'records' && ledger !== null;
  return [
    {
      context: webhook.context,
      type,
      orderingKey: webhook.orderingKey?.(data) ?? `${target?.kind ?? type}:${target?.id ?? ''}`,
      data: ofRecords ? { eventId, ...webhook.data(data) } : webhook.data(data),
      labels: guardedLabels(webhook.labels?.(data) ?? []),
      eventId: ofRecords ? eventId : null,
    },
  ];
}

interface Placed extends Emitted {
  /** The id of its ledger line; where it has several, of the first. */
  readonly eventId: string;
  readonly ledgerIds: readonly string[];
  /** Whose jobs follow from it; what concerns an account belongs to no workspace (JOB-10). */
  readonly workspaceId: string | null;
}

function jobsOf(emission: Placed, { newId, now, caller }: Flush): NewJob[] {
  return reactionsTo(emission.event.type).map((reaction) => ({
    id: newId(),
    workspaceId: emission.workspaceId,
    queue: reaction.policy.queue,
    topic: reaction.topic,
    context: reaction.context,
    ...aggregateOf(emission, reaction),
    payload: payloadOf(emission.data, reaction),
    orderingKey: reaction.orderingKey?.(emission.data as never) ?? null,
    availableAt: reaction.dueAt?.(emission.data as never) ?? now,
    maxAttempts: reaction.policy.maxAttempts,
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

function auditEntry(
  { event, data, ledgerId, id }: Emitted & { readonly ledgerId: string; readonly id: string },
  { actor, caller, now, keyRing }: Flush,
): AuditAppend {
  const ledger = event.ledger;
  if (ledger === null) throw new TypeError(`${event.type} has no ledger line`);
  const personal = ledger.detail?.(data) ?? null;
  const detail = personal === null ? null : { ip: caller.address, ...personal };
  const salt = systemRandom.bytes(32);
  const target = ledger.target(data);
  const payload = encodePayload({
    v: 1,
    id,
    workspaceId: ledgerId,
    occurredAt: now,
    action: event.type,
    outcome: 'success',
    actor,
    access: { basis: actor.kind === 'user' || actor.kind === 'api_key' ? 'role' : 'none', grantId: null },
    purposeOfUse: null,
    labels: [],
    target: { kind: target.kind, id: target.id, version: target.version ?? null },
    refs: { subjectId: null, caseId: null, artifactId: null },
    facts: ledger.facts?.(data) ?? {},
    detail: detail === null ? null : { alg: 'sha256-salted-v1', digest: hexOf(detailDigest(salt, detail)) },
    requestId: caller.requestId,
    correlationId: caller.correlationId,
  });
  return {
    payload,
    detail:
      detail === null
        ? null
        : { salt, sealedValue: keyRing.seal(canonicalJson(detail), `audit:${ledgerId}`), keyId: 'key_ring' },
  };
}

export const systemActor: Actor = { kind: 'system', id: null, sessionId: null };
/** Whoever has the shell of the machine. */
export const operatorActor: Actor = { kind: 'operator', id: null, sessionId: null };

export function actorOf(principal: Principal): Actor {
  if (principal.kind === 'user')
    return { kind: 'user', id: principal.userId, sessionId: principal.sessionId };
  if (principal.kind === 'api_key') return { kind: 'api_key', id: principal.apiKeyId, sessionId: null };
  return { kind: 'public_link', id: null, sessionId: null };
}

/** The `emit` family of one transaction; what it collects is written by `flushEmissions`. */
export function emissionsOf(
  transaction: Transaction,
  ledgerId: () => string,
): Pick<WritingContext, 'emit' | 'emitIn' | 'emitFor'> & { readonly emissions: readonly Emission[] } {
  const emissions: Emission[] = [];
  const record = (event: EventType, data: unknown, ledger: Emission['ledger']) =>
    emissions.push({ event, data: event.data.parse(data), ledger });
  return {
    emissions,
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
      // Awaited at the flush; where the work fails first, nobody is left to ask.
      ledgers.catch(() => undefined);
      record(event, data, ledgers);
    },
  };
}
