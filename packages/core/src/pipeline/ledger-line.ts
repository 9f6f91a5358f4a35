import { hexOf, systemRandom } from '../kernel/crypto.ts';
import type { AccessUsed, Emitted, LedgerEntry } from '../kernel/events.ts';
import { assertFacts, canonicalJson, detailDigest, encodePayload } from '../kernel/ledger/index.ts';
import type { Caller } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { Actor } from './actor.ts';
import { type DetailKeys, scopeOf } from './detail-keys.ts';
import type { AuditAppend } from './unit-of-work.ts';

/** An event on its way into one ledger. */
interface Line extends Emitted {
  readonly accessUsed: AccessUsed | null;
  readonly ledgerId: string;
  readonly id: string;
}

/** What all lines of one transaction say alike. */
export interface Stamp {
  readonly actor: Actor;
  readonly caller: Pick<Caller, 'requestId' | 'correlationId'> & { readonly address: string | null };
  readonly now: Instant;
}

/** The line whole, as the event's declaration says it (PLT-23). */
export function ledgerLine(
  { event, data, accessUsed, ledgerId, id }: Line,
  { actor: callingActor, caller, now }: Stamp,
  detailKeys: DetailKeys,
): AuditAppend {
  const ledger = event.ledger;
  if (ledger === null) throw new TypeError(`${event.type} has no ledger line`);
  const actor = recipientOf(accessUsed) ?? callingActor;
  const personal = ledger.detail?.(data) ?? null;
  const detail = personal === null ? null : { ip: caller.address, ...personal };
  const salt = systemRandom.bytes(32);
  const target = ledger.target(data);
  const facts = ledger.facts?.(data) ?? {};
  assertFacts(event.type, facts);
  const payload = encodePayload({
    v: 1,
    id,
    workspaceId: ledgerId,
    occurredAt: now,
    action: event.type,
    outcome: ledger.outcome ?? 'success',
    actor,
    ...accessOf(ledger, data, accessUsed, actor),
    labels: ledger.labels?.(data) ?? [],
    target: { kind: target.kind, id: target.id, version: target.version ?? null },
    refs: { subjectId: null, caseId: null, artifactId: null, ...ledger.refs?.(data) },
    facts,
    detail: detail === null ? null : { alg: 'sha256-salted-v1', digest: hexOf(detailDigest(salt, detail)) },
    requestId: caller.requestId,
    correlationId: caller.correlationId,
  });
  if (detail === null) return { payload, detail };
  const sealed = detailKeys.seal(canonicalJson(detail), { ledgerId, eventId: id }, scopeOf({ event, data }));
  return { payload, detail: { salt, ...sealed } };
}

/** Whoever came by a link of the portal; null for everybody else. */
const recipientOf = (used: AccessUsed | null): Actor | null =>
  used?.portalLink === undefined ? null : { kind: 'portal_recipient', id: used.portalLink, sessionId: null };

/** What the event says of itself, else what the handler said of the call, else what follows from who acts. */
function accessOf(
  ledger: LedgerEntry<unknown>,
  data: unknown,
  used: AccessUsed | null,
  { kind }: Actor,
): AccessUsed {
  const basis = kind === 'user' || kind === 'api_key' ? 'role' : 'none';
  return {
    access: ledger.access?.(data) ?? used?.access ?? { basis, grantId: null },
    purposeOfUse: ledger.purposeOfUse?.(data) ?? used?.purposeOfUse ?? null,
  };
}
