import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** What waited was cancelled when the workspace began to close; endpoints and deliveries go with it (platform 13). */
export const webhooksClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.webhookEndpoints.removeAll();
    }),
});
