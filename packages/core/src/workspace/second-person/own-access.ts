import type { Instant } from '../../kernel/time.ts';
import type { SecondPersonRule, SecondPersonTransaction } from './ports.ts';

/** What a person may see and be responsible for beyond their role. */
export interface Access {
  readonly clearances: readonly string[];
  readonly duties: readonly string[];
}

/** A change of one's own access that was requested and is not applied yet. */
export interface PendingAccessChange extends Access {
  readonly requestedAt: Instant;
  readonly availableAt: Instant;
}

export interface OwnAccessRequest {
  /** The person who asks for it themselves. */
  readonly userId: string;
  readonly wanted: Access;
  /** The stored change of an earlier request. */
  readonly pending: PendingAccessChange | null;
  /** The people who else could grant it. */
  readonly mayAlso: readonly string[];
  /** `singlePersonReason` of the request; null if it has none. */
  readonly reason: string | null;
}

/** What the caller stores: the change itself, or that it was requested. */
export type OwnAccessOutcome =
  | { readonly applies: true; readonly singlePerson: true; readonly pendingChange: null }
  | { readonly applies: false; readonly pendingChange: PendingAccessChange };

/**
 * SPR-10: a change of one's own clearances and duties waits from the request that only recorded it. The same request with
 * a reason applies it after that time; a different request is recorded instead and waits anew. Throws the failures of
 * `SecondPersonRule`.
 */
export async function changeOfOwnAccess(
  tx: SecondPersonTransaction,
  rule: SecondPersonRule,
  { userId, wanted, pending, mayAlso, reason }: OwnAccessRequest,
): Promise<OwnAccessOutcome> {
  const step = {
    step: 'access.change',
    target: { kind: 'member_access', id: userId },
    requesterIds: [userId],
    mayAlso,
    actor: userId,
  } as const;
  if (pending === null || !isSame(pending, wanted)) {
    const { clearances, duties } = wanted;
    const availableAt = await rule.begin(tx, step);
    return { applies: false, pendingChange: { clearances, duties, requestedAt: tx.now, availableAt } };
  }
  await rule.check(tx, { ...step, countedFrom: pending.requestedAt, reason });
  return { applies: true, singlePerson: true, pendingChange: null };
}

/** Compares as sets, since the order of a list means nothing. */
const isSame = (a: Access, b: Access): boolean =>
  isSameSet(a.clearances, b.clearances) && isSameSet(a.duties, b.duties);
const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set([...a, ...b]).size && new Set(b).size === new Set([...a, ...b]).size;
