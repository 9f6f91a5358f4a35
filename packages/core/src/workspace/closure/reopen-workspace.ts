import { z } from 'zod';
import { version } from '../../kernel/shapes.ts';
import { workspaceInvalidState } from '../errors.ts';
import { workspaceReopened } from '../events.ts';
import { command } from '../ports.ts';
import { WorkspaceView } from '../views.ts';
import { reopened } from '../workspace.ts';

export const reopenWorkspace = command({
  summary: 'Reopen a workspace that is closing',
  description:
    'The workspace works again, on the default plan. Everything that was cancelled when it began to close stays cancelled.',
  access: { owner: 'any' },
  always: true,
  whileClosing: true,
  input: z.strictObject({ expectedVersion: version().optional() }),
  output: z.object({ workspace: WorkspaceView }),
  errors: [workspaceInvalidState],

  async find(_, { workspaces }) {
    await workspaces.lock();
    return workspaces.get();
  },
  version: (workspace) => workspace.version,

  async run(_, { found, workspaces, settings, now, emit }) {
    const workspace = await workspaces.save(reopened(found, settings.defaultPlanCode, now));
    const { id: workspaceId, planCode } = workspace;
    emit(workspaceReopened, { workspaceId, version: workspace.version, planCode });
    return { workspace };
  },
});
