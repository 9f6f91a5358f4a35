import { z } from 'zod';
import { id, text } from '../../kernel/shapes.ts';
import { jobInvalidState, jobNotFound } from '../../workspace/index.ts';
import { command } from '../ports.ts';
import { actionResolutions } from './action.ts';
import { actionNotDead, actionNotFound } from './errors.ts';
import { actionToChange } from './found-action.ts';
import { actionView, LifecycleActionView } from './views.ts';

export const acknowledgeLifecycleAction = command({
  summary: 'Put a failed action of the lifecycle worker aside',
  description:
    'An action that was given up counts as a failure no longer, and its effect does not happen. It can still be run again for 90 days.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents worker actions acknowledge' },
  input: z.strictObject({
    actionId: id().describe('The id of the action.'),
    resolution: z.enum(actionResolutions).describe('What became of the matter.'),
    note: text(500, 3)
      .describe('What was done instead, or why nothing has to be.')
      .meta({ examples: ['We called the client'] }),
  }),
  output: z.object({ action: LifecycleActionView }),
  errors: [actionNotFound, actionNotDead, jobNotFound, jobInvalidState],

  find: actionToChange,

  async run({ actionId, resolution, note }, context) {
    const { found, lifecycleActions, jobControl, user } = context;
    const { action } = found;
    if (action.shownStatus !== 'dead' || action.jobId === null) throw actionNotDead();
    await jobControl.acknowledge(action.jobId, user.userId, note, context);
    await lifecycleActions.noteResolution(actionId, resolution);
    const [after = action] = await lifecycleActions.among([actionId]);
    return { action: actionView(after) };
  },
});
