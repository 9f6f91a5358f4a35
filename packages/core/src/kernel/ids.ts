import { v7 } from 'uuid';
import type { IdGenerator } from './ports.ts';

/** Ids of one process rise strictly: `v7` counts on within a millisecond. */
export const systemIds: IdGenerator = { uuid7: () => v7() };
