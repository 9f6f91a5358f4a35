import { ports } from '../ports.ts';
import { closureParticipant } from './closure-participant.ts';

/** Invitations, projects, members and what else names the workspace go last, with the workspace itself. */
export const workspaceClosure = closureParticipant(ports, {
  purge: (workspaceId, { transact, now }) =>
    transact(async (work) => {
      work.enter(workspaceId);
      await work.closures.bury(now);
    }),
});
