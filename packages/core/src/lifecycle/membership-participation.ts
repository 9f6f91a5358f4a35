import { membershipParticipant } from '../identity/index.ts';
import { ports } from './ports.ts';

/** Who takes over what a person kept in force; without an heir nobody does, and custody stays as history; renewals need one (LIF-25). Shared views go to the heir. */
export const lifecycleMembership = membershipParticipant(ports, {
  responsibilities: async ({ userId }, { renewals }) => {
    const ids = await renewals.openOfOwner(userId);
    return ids.length === 0 ? [] : [{ kind: 'renewal', count: ids.length, ids: ids.slice(0, 20) }];
  },

  async reassign({ userId, heirUserId }, { lifecycles, legalHolds, renewals, savedViews, now }) {
    await lifecycles.handOver(userId, heirUserId, now);
    if (heirUserId === null) return;
    await legalHolds.handOver(userId, heirUserId, now);
    await renewals.handOver(userId, heirUserId, now);
    await savedViews.handOver(userId, heirUserId, now);
  },

  scrub: async ({ userId }, { savedViews }) => [
    { kind: 'saved_view', erased: await savedViews.forget(userId), kept: 0, keptBecause: null },
  ],
});
