import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { blockKinds } from './block.ts';

const fields = { blockId: id(), userId: userId(), kind: z.enum(blockKinds) };
const target = ({ blockId }: { blockId: string }) => ({ kind: 'availability_block', id: blockId });

export const availabilityBlockCreated = event('availability_block.created', z.strictObject(fields), {
  target,
  facts: ({ userId: owner, kind }) => ({ userId: owner, kind }),
});
export const availabilityBlockDeleted = event('availability_block.deleted', z.strictObject(fields), {
  target,
  facts: ({ userId: owner, kind }) => ({ userId: owner, kind }),
});
