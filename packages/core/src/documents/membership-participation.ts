import { membershipParticipant } from '../identity/index.ts';
import { ports } from './ports.ts';

/** Hands the documents of a person who leaves to the heir, else to the longest-standing active owner (LIB-13). */
export const documentsMembership = membershipParticipant(ports, {
  responsibilities: async ({ userId }, { documents }) => {
    const ids = await documents.inLiveRounds(userId);
    return ids.length === 0 ? [] : [{ kind: 'document', count: ids.length, ids: ids.slice(0, 20) }];
  },

  async reassign({ userId, heirUserId }, { documents, memberDirectory, now }) {
    const [firstOwner] = (await memberDirectory.ownerIds()).filter((ownerId) => ownerId !== userId);
    const heir = heirUserId ?? firstOwner;
    if (heir !== undefined) await documents.handOver(userId, heir, now);
  },

  /** Of whoever looked at what the person shared, only that and when somebody looked is kept. */
  async scrub({ userId }, { documentShares }) {
    const erased = await documentShares.scrubViews(userId);
    return [{ kind: 'document_share_view', erased, kept: 0, keptBecause: null }];
  },
});
