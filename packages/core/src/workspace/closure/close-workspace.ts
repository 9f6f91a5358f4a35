import { z } from 'zod';
import { multiline, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { closureBlocked, workspaceInvalidState } from '../errors.ts';
import { command } from '../ports.ts';
import { WorkspaceView } from '../views.ts';
import { startClosing } from './closure-start.ts';

export const closeWorkspace = command({
  summary: 'Close the workspace',
  description:
    'For 30 days the workspace can be read, exported and reopened, and nothing else. API keys are refused, the subscription ends at once without a refund, and everything that waits to be sent is cancelled. After that, everything in the workspace is destroyed. Every member is notified by mail.',
  access: { owner: 'any' },
  stepUp: true,
  input: z.strictObject({
    confirmSlug: z
      .string()
      .min(1)
      .max(48)
      .describe('The slug of the workspace, as a confirmation.')
      .meta({ examples: ['byron-and-partners'] }),
    reason: multiline(500).default('').describe('The reason, which is kept in the audit ledger.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ workspace: WorkspaceView }),
  errors: [closureBlocked, workspaceInvalidState],

  async find({ confirmSlug }, { workspaces }) {
    await workspaces.lock();
    const workspace = await workspaces.get();
    if (confirmSlug !== workspace.slug)
      throw invalidField('/confirmSlug', 'workspace.slug_mismatch', `Type ${workspace.slug}.`);
    return workspace;
  },
  version: (workspace) => workspace.version,

  run: async ({ reason }, context) => ({ workspace: await startClosing(reason, context, context) }),
});
