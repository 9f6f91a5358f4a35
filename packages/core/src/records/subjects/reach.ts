import { isManager } from '../../kernel/access.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { confidentialOnly, noLabels, type Purpose } from '../access/labels.ts';
import { masksOpenedBy } from '../access/purposes.ts';
import type { SubjectReach } from './ports.ts';

/** Which subjects a member passes, for the condition of a statement: the same as `accessOf` says of one. */
export const reachOf = (
  purpose: Purpose | null,
  { userId, membership }: Pick<UserPrincipal, 'userId' | 'membership'>,
): SubjectReach => ({
  open: isManager(membership?.role) ? confidentialOnly : noLabels,
  creatorUserId: userId,
  masks: masksOpenedBy(purpose),
});
