import { membershipParticipant } from '../identity/index.ts';
import { ports } from './ports.ts';

/** Requests that clients answer need somebody who is told: an heir takes them, or the person stays until they have ended. */
export const fileRequestsMembership = membershipParticipant(ports, {
  responsibilities: async ({ userId }, { fileRequests }) => {
    const ids = await fileRequests.openOf(userId);
    return ids.length === 0 ? [] : [{ kind: 'file_request', count: ids.length, ids: ids.slice(0, 20) }];
  },

  async reassign({ userId, heirUserId }, { fileRequests, fileRequestTemplates, memberDirectory, now }) {
    const [firstOwner] = (await memberDirectory.ownerIds()).filter((ownerId) => ownerId !== userId);
    const heir = heirUserId ?? firstOwner;
    if (heir === undefined) return;
    await fileRequests.handOver(userId, heir, now);
    await fileRequestTemplates.handOver(userId, heir, now);
  },
});
