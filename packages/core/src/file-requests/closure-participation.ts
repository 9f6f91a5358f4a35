import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** The files that clients sent lie beside those of documents, with which their objects go. */
export const fileRequestsClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.fileRequests.purge();
    }),
});
