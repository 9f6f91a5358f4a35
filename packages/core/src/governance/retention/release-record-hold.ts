import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { namedUsers, reason, writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { command } from '../ports.ts';
import { legalHoldInvalidState, legalHoldNotFound } from './errors.ts';
import { recordHoldReleased } from './events.ts';
import { recordHoldStates } from './hold.ts';
import { noExtent, RecordHoldView, recordHoldView } from './views.ts';

export const releaseRecordHold = command({
  summary: 'Release a legal hold on records',
  description:
    'What other holds cover as well stays suspended. It is final: a hold that is needed again is placed anew. Custodians are told by mail.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance holds release' },
  input: z.strictObject({
    holdId: id().describe('The id of the hold.'),
    reason: reason().describe('Why it is released.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ hold: RecordHoldView }),
  errors: [legalHoldNotFound, legalHoldInvalidState],

  find: async ({ holdId }, context) => {
    const hold = await context.recordHolds.find(holdId, 'for update');
    if (hold === null) throw legalHoldNotFound();
    return { reader: await context.recordReaders.of(context), hold };
  },
  may: onGovernance('hold'),
  version: ({ hold }) => hold.version,

  async run({ reason: why }, context) {
    const { found, recordHolds, now, user, workspaceId, emit } = context;
    const cases = (await recordHolds.scopes([found.hold.id])).get(found.hold.id)?.affectedCases ?? 0;
    const hold = await recordHolds.save({
      ...found.hold,
      status: recordHoldStates.next(found.hold.status, 'release'),
      ...{ releasedAt: now, releasedByUserId: user.userId, releaseReason: why },
    });
    emit(recordHoldReleased, {
      ...{ holdId: hold.id, version: hold.version, cases, reason: why },
    });
    const extent = (await recordHolds.scopes([hold.id])).get(hold.id) ?? noExtent;
    const named = await namedUsers([hold.placedByUserId, user.userId, ...extent.custodianUserIds], context);
    return { hold: recordHoldView(hold, extent, { workspaceId, named }) };
  },
});
