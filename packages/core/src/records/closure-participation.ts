import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Cases and subjects go with their workspace. */
export const recordsClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.cases.purge();
      await work.recordStandings.purge();
      await work.subjects.purge();
    }),
});
