import { membershipParticipant } from '../identity/index.ts';
import { ports } from './ports.ts';

/**
 * The last privacy officer stays until somebody else has the duty, where there are records to answer for: whoever founded a
 * workspace has the duty, and one that never kept a record is left like any other. An emergency is
 * ended before its holder leaves. Clearances, duties and what was granted for a time end with the membership,
 * and whoever takes over keeps what the person had to keep for a hold.
 */
export const governanceMembership = membershipParticipant(ports, {
  async responsibilities({ userId }, { memberAccess, recordSubjects, emergencies, now }) {
    if (!(await recordSubjects.any())) return [];
    const running = await emergencies.activeOf(userId, now);
    const emergency =
      running.length === 0
        ? []
        : [{ kind: 'break_glass', count: running.length, ids: running.map(({ id }) => id) }];
    const holders = await memberAccess.holders(['privacy_officer']);
    const isLast = holders.length === 1 && holders[0]?.userId === userId;
    return isLast ? [...emergency, { kind: 'privacy_officer', count: 1, ids: [] }] : emergency;
  },

  async reassign({ userId, heirUserId }, { memberAccess, temporaryGrants, recordHolds, now }) {
    await memberAccess.forget(userId);
    await temporaryGrants.endHeldBy(userId, now);
    await recordHolds.replaceCustodian(userId, heirUserId);
  },
});
