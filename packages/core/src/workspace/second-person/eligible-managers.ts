import { ports } from '../ports.ts';
import { secondPersonCandidates } from './candidates.ts';

/** Owners and admins could act as second person for each other (SPR-2). */
export const workspaceSecondPersons = secondPersonCandidates(ports, {
  eligible: async (_, { members }) =>
    (await members.able(null)).map(({ userId, role }) => ({
      userId,
      because: role === 'owner' ? ('owner' as const) : ('admin' as const),
    })),
});
