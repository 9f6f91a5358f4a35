import {
  SealFailure,
  type SealTimestamp,
  type TimestampAuthority,
  TimestampUnavailable,
} from '@chancery/core';
import { checkedTimestamp } from './checked-timestamp.ts';
import { UnknownForm } from './signed-message.ts';

export interface RequestedStamp {
  /** In DER; null without a time-stamp. */
  readonly token: Uint8Array | null;
  readonly timestamp: SealTimestamp;
}

/** A time-stamp over the signature, as far as one is wanted and can be had (SEA-9). */
export async function requestedStamp(
  digest: Uint8Array,
  timestamps: TimestampAuthority,
): Promise<RequestedStamp> {
  const without = (status: 'none' | 'unavailable'): RequestedStamp => ({
    token: null,
    timestamp: { status, at: null, authority: null },
  });
  if (timestamps.policy === 'none') return without('none');
  try {
    const { token, authority } = await timestamps.timestamp(digest);
    // A token that does not hold would make the seal look broken, so it counts as none.
    const { at } = checkedTimestamp(token, digest);
    return { token, timestamp: { status: 'granted', at, authority } };
  } catch (error) {
    if (!(error instanceof TimestampUnavailable || error instanceof UnknownForm)) throw error;
    if (timestamps.policy === 'require')
      throw new SealFailure('seal.timestamp_unavailable', error.message, { cause: error });
    return without('unavailable');
  }
}
