import { isInRange } from '../kernel/address.ts';
import type { ApiKey } from './api-key.ts';

type Reach = Pick<ApiKey, 'scopes' | 'allowedIpRanges'>;

/** Whether the key can do more, or be used from more places, than before. */
export const reachesFurther = (before: Reach, after: Reach): boolean =>
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
