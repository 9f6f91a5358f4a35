import { type Instant, plusSeconds } from '../../kernel/time.ts';

/**
 * The steps that a person may take alone after cooling off (platform 5.15). A co-signature, a temporary grant to oneself,
 * accepting a case transfer, two signers of one round and a witness are none of them, ever (SPR-11).
 */
export const secondPersonSteps = [
  'entry.approve',
  'amendment.decide',
  'authorization.decide',
  'package.approve',
  'break_glass.review',
  'disposition.decide',
  'access.change',
  'renewal.approve',
  'retention.approve',
] as const;
export type SecondPersonStep = (typeof secondPersonSteps)[number];

/** Why somebody could act as second person (SPR-2); of several reasons, the first in this order is shown. */
export const candidacies = [
  'owner',
  'admin',
  'privacy_officer',
  'records_manager',
  'lead',
  'reviewer',
] as const;
export type Candidacy = (typeof candidacies)[number];

export interface Candidate {
  readonly userId: string;
  readonly because: Candidacy;
}

/** The two settings as they are from `changedAt` on. */
export interface SecondPersonChange {
  readonly id: string;
  readonly mode: 'required' | 'cooling_off';
  readonly coolingOffHours: number;
  readonly changedAt: Instant;
  /** Null if it ended by itself (SPR-9). */
  readonly changedByUserId: string | null;
}

/** One step that a person took alone. */
export interface SecondPersonUse {
  readonly id: string;
  readonly at: Instant;
  readonly userId: string;
  readonly step: SecondPersonStep;
  readonly target: { readonly kind: string; readonly id: string };
  readonly reason: string;
}

/**
 * SPR-4: from when a step that waits since `countedFrom` may be taken alone. `changes` are newest first; the first is in
 * force. A step that waited already when the settings changed waits for the longer of the two periods.
 */
export function availableAt(countedFrom: Instant, changes: readonly SecondPersonChange[]): Instant | null {
  const [current] = changes;
  if (current?.mode !== 'cooling_off') return null;
  let latest: Instant | null = null;
  let endedAt: Instant | null = null;
  for (const { mode, coolingOffHours, changedAt } of changes) {
    const applied = endedAt === null || endedAt > countedFrom;
    if (mode === 'cooling_off' && applied) {
      const start = changedAt > countedFrom ? changedAt : countedFrom;
      const end = plusSeconds(start, coolingOffHours * 3600);
      if (latest === null || end > latest) latest = end;
    }
    endedAt = changedAt;
  }
  return latest;
}
