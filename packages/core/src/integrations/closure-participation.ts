import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Keys are refused while the workspace is closing; then they are deleted (platform 13). */
export const integrationsClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.apiKeys.removeAll();
    }),
});
