import type { ByteSource, DetectedType } from '@chancery/core';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { walkZip } from './zip-inspection.ts';

const nothing: ByteSource = { sizeBytes: 0, read: async () => (async function* () {})() };

/** The task of the pool that inspects an archive, its one source. */
export const run = (_: null, { sources: [content = nothing] }: TaskSurroundings): Promise<DetectedType> =>
  walkZip(content);
