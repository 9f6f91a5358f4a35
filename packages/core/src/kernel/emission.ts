import { hexOf, systemRandom } from './crypto.ts';
import type { Emitted } from './events.ts';
import { groupBy } from './group-by.ts';
import { canonicalJson, detailDigest, encodePayload } from './ledger/index.ts';
import type { NewJob } from './outbox.ts';
import type { KeyRing } from './ports.ts';
import type { Caller, Principal } from './principal.ts';
import type { Instant } from './time.ts';
import type { AuditAppend, Transaction } from './unit-of-work.ts';
import type { Reaction } from './use-case.ts';

export interface Emission extends Emitted {
  readonly ledgerId: string;
}

interface Flush {
  readonly transaction: Transaction;
  readonly emissions: readonly Emission[];
  readonly principal: Principal;
  readonly caller: Caller;
  readonly now: Instant;
  readonly keyRing: KeyRing;
  readonly newId: () => string;
  readonly reactions: ReadonlyMap<string, readonly Reaction[]>;
}

/**
 * Writes what the handler emitted: one ledger line per event and one outbox row per reaction, as the last statements
 * before the commit. The statements go out together; the caller awaits them with the commit. Returns the new jobs.
 */
export function flushEmissions(flush: Flush): {
  readonly jobs: readonly NewJob[];
  readonly written: Promise<unknown>;
} {
  const jobs = flush.emissions.flatMap((emission) => jobsOf(emission, flush));
  const ledgers = groupBy(
    flush.emissions.filter(({ event }) => event.ledger !== null),
    ({ ledgerId }) => ledgerId,
  );
  const statements: Promise<void>[] = [];
  if (jobs.length > 0) statements.push(flush.transaction.enqueue(jobs));
  for (const ledgerId of [...ledgers.keys()].sort()) {
    const entries = (ledgers.get(ledgerId) ?? []).map((emission) => auditEntry(emission, flush));
    statements.push(flush.transaction.appendAudit(ledgerId, entries));
  }
  return { jobs, written: Promise.all(statements) };
}

function jobsOf(emission: Emission, { reactions, newId, now, caller }: Flush): NewJob[] {
  return (reactions.get(emission.event.type) ?? []).map((reaction) => ({
    id: newId(),
    workspaceId: emission.ledgerId === 'installation' ? null : emission.ledgerId,
    queue: reaction.policy.queue,
    topic: reaction.topic,
    payload: emission.data,
    orderingKey: reaction.orderingKey?.(emission.data as never) ?? null,
    availableAt: now,
    maxAttempts: reaction.policy.maxAttempts,
    correlationId: caller.correlationId,
    createdAt: now,
  }));
}

function auditEntry(
  { event, data, ledgerId }: Emission,
  { principal, caller, now, keyRing, newId }: Flush,
): AuditAppend {
  const ledger = event.ledger;
  if (ledger === null) throw new TypeError(`${event.type} has no ledger line`);
  const personal = ledger.detail?.(data) ?? null;
  const detail = personal === null ? null : { ip: caller.address, ...personal };
  const salt = systemRandom.bytes(32);
  const target = ledger.target(data);
  const payload = encodePayload({
    v: 1,
    id: newId(),
    workspaceId: ledgerId,
    occurredAt: now,
    action: event.type,
    outcome: 'success',
    actor: actorOf(principal),
    access: { basis: principal.kind === 'public' ? 'none' : 'role', grantId: null },
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

function actorOf(principal: Principal) {
  if (principal.kind === 'user')
    return { kind: 'user' as const, id: principal.userId, sessionId: principal.sessionId };
  if (principal.kind === 'api_key')
    return { kind: 'api_key' as const, id: principal.apiKeyId, sessionId: null };
  return { kind: 'public_link' as const, id: null, sessionId: null };
}
