import type { Instant } from '../../kernel/time.ts';
import { secondPersonCandidates } from '../../workspace/index.ts';
import { ports } from '../ports.ts';

/** Whoever leads or reviews an open case could act as second person (SPR-2). */
export const recordsSecondPersons = secondPersonCandidates(ports, {
  eligible: async (_, asking) => {
    const { caseMembers, now } = asking as typeof asking & { readonly now: Instant }; // every handler holds it
    return (await caseMembers.secondPersons(now)).map(({ userId, role }) => ({
      userId,
      because: role === 'lead' ? ('lead' as const) : ('reviewer' as const),
    }));
  },
});
