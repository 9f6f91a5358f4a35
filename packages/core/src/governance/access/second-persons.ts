import { secondPersonCandidates } from '../../workspace/index.ts';
import { ports } from '../ports.ts';

/** Whoever answers for privacy or for the records could act as second person (SPR-2). */
export const governanceSecondPersons = secondPersonCandidates(ports, {
  eligible: async (_, { memberAccess }) =>
    (await memberAccess.holders(['privacy_officer', 'records_manager'])).map(({ userId, duties }) => ({
      userId,
      because: duties.includes('privacy_officer')
        ? ('privacy_officer' as const)
        : ('records_manager' as const),
    })),
});
