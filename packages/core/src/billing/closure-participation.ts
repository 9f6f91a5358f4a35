import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** The subscription ended when the workspace began to close; usage and our copies of the invoices go (platform 13). */
export const billingClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.billingAccounts.removeAll();
    }),
});
