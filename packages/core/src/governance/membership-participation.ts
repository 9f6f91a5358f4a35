import { membershipParticipant } from '../identity/index.ts';
import { ports } from './ports.ts';

/**
 * The last privacy officer stays until somebody else has the duty, where there are records to answer for: whoever founded a
 * workspace has the duty, and one that never kept a record is left like any other. Clearances and duties end with the membership,
 * and whoever takes over keeps what the person had to keep for a hold.
 */
export const governanceMembership = membershipParticipant(ports, {
  async responsibilities({ userId }, { memberAccess, recordSubjects }) {
    if (!(await recordSubjects.any())) return [];
    const holders = await memberAccess.holders(['privacy_officer']);
    const isLast = holders.length === 1 && holders[0]?.userId === userId;
    return isLast ? [{ kind: 'privacy_officer', count: 1, ids: [] }] : [];
  },

  async reassign({ userId, heirUserId }, { memberAccess, recordHolds }) {
    await memberAccess.forget(userId);
    await recordHolds.replaceCustodian(userId, heirUserId);
  },
});
