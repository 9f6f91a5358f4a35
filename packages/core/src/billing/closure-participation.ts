import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Removes usage and our copies of invoices; the subscription ended when the workspace began to close (platform 13). */
export const billingClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.billingAccounts.removeAll();
    }),
});
