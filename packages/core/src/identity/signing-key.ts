import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import { type Instant, plusDays, plusSeconds } from '../kernel/time.ts';

export const signingKeyInvalidState = failure(
  'signing_key.invalid_state',
  'conflict',
  'The signing key is in another state now; look at the keys again.',
);

/** `next` is published and does not sign yet; exactly one is `active`; `retired` only verifies, and is deleted afterwards (platform 3.3). */
export const signingKeyStates = machine(signingKeyInvalidState, ['next', 'active'], {
  next: { activate: 'active' },
  active: { retire: 'retired' },
  retired: {},
});

/** The life of a key that signs access tokens. */
export interface SigningKeyLife {
  readonly kid: string;
  readonly status: keyof typeof signingKeyStates.table;
  readonly publishedAt: Instant;
  readonly activatedAt: Instant | null;
  readonly retiredAt: Instant | null;
  /** From this instant on no token of the key can be valid, and the key is no longer published. */
  readonly removeAfter: Instant | null;
}

const rotationDays = 90;
/** A key is published for this long before it signs, so that whoever caches the keys for an hour knows it by then (SES-11). */
const publishedDays = 1;
/** Processes that have not seen the change yet sign with the old key a little longer. */
const marginSeconds = 300;

/** The keys as they should be now: a successor that has been published long enough signs, and keys past their time are gone. */
export function keysDue<K extends SigningKeyLife>(
  keys: readonly K[],
  now: Instant,
  accessTokenSeconds: number,
): readonly K[] {
  const kept = keys.filter(({ removeAfter }) => removeAfter === null || removeAfter > now);
  const successor = kept.find(
    ({ status, publishedAt }) => status === 'next' && plusDays(publishedAt, publishedDays) <= now,
  );
  if (successor === undefined) return kept;
  return kept.map((key) => {
    if (key === successor)
      return { ...key, status: signingKeyStates.next(key.status, 'activate'), activatedAt: now };
    if (key.status !== 'active') return key;
    return {
      ...key,
      status: signingKeyStates.next(key.status, 'retire'),
      retiredAt: now,
      removeAfter: plusSeconds(now, accessTokenSeconds + marginSeconds),
    };
  });
}

/** Whether a successor should be published now: in time for the ninetieth day, or because somebody asked for it. */
export function needsSuccessor(keys: readonly SigningKeyLife[], now: Instant, asked: boolean): boolean {
  if (keys.some(({ status }) => status === 'next')) return false;
  const active = keys.find(({ status }) => status === 'active');
  return (
    asked || active?.activatedAt == null || plusDays(active.activatedAt, rotationDays - publishedDays) <= now
  );
}
