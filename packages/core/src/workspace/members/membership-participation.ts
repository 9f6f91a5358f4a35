import { membershipParticipant } from '../../identity/index.ts';
import { ports } from '../ports.ts';
import { passLeads } from '../projects/lead-succession.ts';

/** Hands on the lead of projects, and erases the names of former members with their accounts (platform 13). */
export const workspaceMembership = membershipParticipant(ports, {
  async reassign({ userId, heirUserId, removedByUserId }, context) {
    const { members, projects, now } = context;
    const successor = heirUserId ?? removedByUserId ?? (await members.ownerBesides(userId));
    if (successor !== null) await passLeads(userId, successor, context);
    await projects.removePerson(userId, now);
  },

  /** PRJ-4: a guest leads no project. */
  async becomesGuest({ userId, heirUserId }, context) {
    if (heirUserId !== null) await passLeads(userId, heirUserId, context);
  },

  async scrub({ userId }, { members, now }) {
    const erased = await members.scrub(userId, now);
    return [{ kind: 'member_name', erased, kept: 0, keptBecause: null }];
  },
});
