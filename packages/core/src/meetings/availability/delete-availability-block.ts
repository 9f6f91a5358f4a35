import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { availabilityBlockNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { availabilityBlockDeleted } from './events.ts';
import { AvailabilityBlockView, availabilityBlockView } from './views.ts';

export const deleteAvailabilityBlock = command({
  summary: 'Remove a block from your calendar',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  input: z.strictObject({ blockId: id().describe('The id of the block of time.') }),
  output: z.object({ block: AvailabilityBlockView }),
  errors: [availabilityBlockNotFound],

  find: ({ blockId }, { availability, user }) => availability.ownBlock(blockId, user.userId),
  async run({ blockId }, { found, availability, workspaceId, emit }) {
    await availability.remove(blockId);
    emit(availabilityBlockDeleted, { blockId, userId: found.userId, kind: found.kind });
    return { block: availabilityBlockView(found, workspaceId) };
  },
});
