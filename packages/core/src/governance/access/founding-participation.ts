import { duties } from '../../records/index.ts';
import { foundingParticipant } from '../../workspace/index.ts';
import { ports } from '../ports.ts';
import { usualAccess } from './member-access.ts';

/** Whoever creates a workspace has all duties, and no clearance (records 3.5). */
export const recordDutiesFounding = foundingParticipant(ports, {
  async founded(_, { memberDirectory, memberAccess }) {
    for (const userId of await memberDirectory.ownerIds())
      await memberAccess.save({ ...usualAccess(userId), duties });
  },
});
