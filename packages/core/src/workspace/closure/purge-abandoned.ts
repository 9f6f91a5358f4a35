import { workspaceAbandoned } from '../../identity/index.ts';
import { reaction } from '../ports.ts';
import { closurePolicy, purgeWorkspace } from './finalise-closure.ts';

/** The workspace of an account that was never verified is purged like a closed one, and leaves nothing behind. */
export const purgeAbandoned = reaction(
  workspaceAbandoned,
  {
    topic: 'workspace.purge_abandoned',
    policy: closurePolicy,
    databaseRole: 'identity',
    aggregate: () => null,
  },
  ({ workspaceId }, context) => purgeWorkspace(workspaceId, context),
);
