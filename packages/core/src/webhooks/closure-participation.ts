import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Removes endpoints and deliveries; waiting ones were cancelled when the workspace began to close (platform 13). */
export const webhooksClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.webhookEndpoints.removeAll();
    }),
});
