import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Subjects go with their workspace. */
export const recordsClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.subjects.purge();
    }),
});
