import { type AuditPayload, canonicalLedgerJson } from '@chancery/verify';

const MAX_PAYLOAD_BYTES = 65_536;

/** The payload is over `MAX_PAYLOAD_BYTES`; long lists belong in the detail or in several events. */
export class PayloadTooLarge extends Error {
  override readonly name = 'PayloadTooLarge';
}

/**
 * The bytes that the ledger stores and hashes; labels may come in any order. Throws `JsonRefused` for what has no
 * canonical form within the ledger's limits, and `PayloadTooLarge`.
 */
export function encodePayload(event: AuditPayload): Uint8Array {
  const { actor, access, target, refs, detail } = event;
  // Named one by one: a member too many in what the caller holds must not get into a chain that never forgets.
  const payload: AuditPayload = {
    v: 1,
    id: event.id,
    workspaceId: event.workspaceId,
    occurredAt: event.occurredAt,
    action: event.action,
    outcome: event.outcome,
    actor: { kind: actor.kind, id: actor.id, sessionId: actor.sessionId },
    access: { basis: access.basis, grantId: access.grantId },
    purposeOfUse: event.purposeOfUse,
    labels: event.labels.toSorted(),
    target: { kind: target.kind, id: target.id, version: target.version },
    refs: { subjectId: refs.subjectId, caseId: refs.caseId, artifactId: refs.artifactId },
    facts: event.facts,
    detail: detail && { alg: detail.alg, digest: detail.digest },
    requestId: event.requestId,
    correlationId: event.correlationId,
  };
  const bytes = canonicalLedgerJson(payload);
  if (bytes.length > MAX_PAYLOAD_BYTES) throw new PayloadTooLarge(`${payload.action}: ${bytes.length} bytes`);
  return bytes;
}
