import { failure } from '../kernel/errors.ts';
import type { Instant } from '../kernel/time.ts';
import { SealFailure } from './seal-failure.ts';
import type { SealKey, SealKeyProvider, SealOwner } from './seal-key-provider.ts';

export const sealNotReady = failure(
  'seal.not_ready',
  'conflict',
  'The seal could not be put under this document at its deadline; have the operator look at its key and certificate, or choose an earlier deadline.',
);

export type SealReadiness =
  | { readonly isReady: true; readonly validUntil: Instant }
  | {
      readonly isReady: false;
      readonly why: 'key_unavailable' | 'not_yet_valid' | 'expired' | 'ends_before_deadline';
    };

/** Whether a key that signs can seal now and at every instant until the deadline (SIG-7). */
export function readinessOf(
  { validFrom, validUntil }: Pick<SealKey, 'validFrom' | 'validUntil'>,
  now: Instant,
  deadlineAt: Instant,
): SealReadiness {
  if (validFrom > now) return { isReady: false, why: 'not_yet_valid' };
  if (validUntil <= now) return { isReady: false, why: 'expired' };
  if (validUntil < deadlineAt) return { isReady: false, why: 'ends_before_deadline' };
  return { isReady: true, validUntil };
}

/** Tries the key, and looks at its certificates. It may make a key, so it is called in no transaction. */
export async function sealReadiness(
  keys: SealKeyProvider,
  owner: SealOwner,
  { now, deadlineAt }: { readonly now: Instant; readonly deadlineAt: Instant },
): Promise<SealReadiness> {
  try {
    return readinessOf(await keys.keyOf(owner, now), now, deadlineAt);
  } catch (error) {
    if (error instanceof SealFailure) return { isReady: false, why: 'key_unavailable' };
    throw error;
  }
}

/** The same as a guard: throws `seal.not_ready`. */
export async function requireReadySeal(
  keys: SealKeyProvider,
  owner: SealOwner,
  times: { readonly now: Instant; readonly deadlineAt: Instant },
): Promise<void> {
  const readiness = await sealReadiness(keys, owner, times);
  if (!readiness.isReady) throw sealNotReady();
}
