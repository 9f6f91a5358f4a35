import { ports } from '../ports.ts';
import { closureParticipant } from './closure-participant.ts';

/** Invitations, projects, members and everything else that refers to the workspace are removed last, with the workspace. */
export const workspaceClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact, now }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.closures.bury(now);
    }),
});
