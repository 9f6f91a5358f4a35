import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { reason, writesOfRecords } from '../../records/index.ts';
import { temporaryAccessInvalidState, temporaryAccessNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { aboutGrant, temporaryAccessRevoked } from './events.ts';
import { foundGrant, onGrant } from './found-grant.ts';
import { revokedGrant } from './grant.ts';
import { shownGrant } from './shown-grant.ts';
import { TemporaryAccessView } from './views.ts';

export const revokeTemporaryAccess = command({
  summary: 'Revoke access that was given for a time',
  description: 'From this moment on it opens nothing. Whoever has it may give it back, too.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance access revoke' },
  input: z.strictObject({
    grantId: id().describe('The id of the grant.'),
    reason: reason().describe('Why it is revoked.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ grant: TemporaryAccessView }),
  errors: [temporaryAccessNotFound, temporaryAccessInvalidState],

  find: ({ grantId }, context) => foundGrant(grantId, context, 'for update'),
  may: onGrant('revoke'),
  version: ({ grant }) => grant.version,

  async run({ reason: why }, context) {
    const { temporaryGrants, found, user, now, emit } = context;
    const revoked = revokedGrant(found.grant, { byUserId: user.userId, reason: why }, now);
    const saved = await temporaryGrants.save(revoked);
    emit(temporaryAccessRevoked, { ...aboutGrant(saved, found), reason: why });
    return { grant: await shownGrant(saved, context) };
  },
});
