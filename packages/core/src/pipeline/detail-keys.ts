import {
  type DetailPlace,
  detailOfScope,
  detailUnderRing,
  type SealedDetail,
} from '../kernel/detail-seal.ts';
import type { Emitted } from '../kernel/events.ts';
import type { KeyRing, SealingKey } from '../kernel/ports.ts';
import type { Transaction } from './unit-of-work.ts';

/** Seals what is personal in the lines of one transaction, each under the key of what it is about. */
export interface DetailKeys {
  seal(bytes: Uint8Array, place: DetailPlace, scope: SealingKey | null): SealedDetail;
}

/**
 * Whose key seals the detail of an event, so that it ends with that key (governance 7): that of its case; without one that
 * of its subject; null if it is about neither.
 */
export function scopeOf({ event: { ledger }, data }: Emitted): SealingKey | null {
  const { caseId = null, subjectId = null } = ledger?.refs?.(data) ?? {};
  if (caseId !== null) return { kind: 'case', id: caseId };
  return subjectId === null ? null : { kind: 'subject', id: subjectId };
}

/** The keys for these events: one statement if a detail of one of them is about a subject or a case. */
export async function detailKeysFor(
  emitted: readonly Emitted[],
  keyRing: Pick<KeyRing, 'seal'>,
  transaction: Transaction,
): Promise<DetailKeys> {
  const scopes = emitted
    .filter(({ event, data }) => (event.ledger?.detail?.(data) ?? null) !== null)
    .map(scopeOf)
    .filter((scope) => scope !== null);
  const keys = scopes.length === 0 ? [] : await transaction.repositories.records.recordKeys.findAll(scopes);
  return {
    seal(bytes, place, scope) {
      if (scope === null) return detailUnderRing(bytes, place, keyRing);
      const key = keys.find(({ kind, id }) => kind === scope.kind && id === scope.id);
      // What is said of it afterwards is none of what was destroyed.
      if (key?.isRetired) return detailUnderRing(bytes, place, keyRing);
      if (key === undefined || key.publicKey === null) return detailUnderRing(bytes, place, keyRing, scope);
      return detailOfScope(bytes, place, { keyId: key.keyId, publicKey: key.publicKey });
    },
  };
}
