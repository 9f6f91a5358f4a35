import { isInRange } from '../kernel/address.ts';
import type { Instant } from '../kernel/time.ts';
import { type ApiKey, statusOf } from './api-key.ts';

type Reach = Pick<ApiKey, 'scopes' | 'allowedIpRanges' | 'rateLimitPerMinute' | 'expiresAt' | 'revokedAt'>;

/** Whether the key can do more, more often or from more places than before, or works again after it had expired. */
export const reachesFurther = (before: Reach, after: Reach, now: Instant): boolean =>
  (statusOf(before, now) === 'expired' && statusOf(after, now) === 'active') ||
  after.rateLimitPerMinute > before.rateLimitPerMinute ||
  after.scopes.some((scope) => !before.scopes.includes(scope)) ||
  reachesMoreAddresses(before.allowedIpRanges, after.allowedIpRanges);

/** An empty list allows any address. */
function reachesMoreAddresses(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || after.some((range) => !before.some((outer) => isWithin(range, outer)));
}

function isWithin(inner: string, outer: string): boolean {
  const [base = '', length] = inner.split('/');
  return isInRange(base, outer) && Number(length) >= Number(outer.split('/')[1]);
}
