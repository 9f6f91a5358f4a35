import { z } from 'zod';
import { id, text } from '../../kernel/shapes.ts';
import { jobInvalidState, jobNotFound } from '../../workspace/index.ts';
import { command } from '../ports.ts';
import { actionNotFound, actionNotReplayable } from './errors.ts';
import { actionToChange } from './found-action.ts';
import { actionView, LifecycleActionView } from './views.ts';

export const replayLifecycleAction = command({
  summary: 'Run an action of the lifecycle worker again',
  description:
    'An action that was given up, or put aside, starts its attempts anew under its id. A notice that was sent already is not sent again.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents worker actions replay' },
  input: z.strictObject({
    actionId: id().describe('The id of the action.'),
    reason: text(500, 3)
      .describe('Why it is run again, which is kept in the audit ledger.')
      .meta({ examples: ['The mail server is back'] }),
  }),
  output: z.object({ action: LifecycleActionView }),
  errors: [actionNotFound, actionNotReplayable, jobNotFound, jobInvalidState],

  find: actionToChange,

  async run({ actionId, reason }, context) {
    const { found, lifecycleActions, jobControl } = context;
    const { action, document } = found;
    const isGivenUp = action.shownStatus === 'dead' || action.shownStatus === 'acknowledged';
    if (!isGivenUp || action.jobId === null || document === null || document.status === 'disposed')
      throw actionNotReplayable();
    await jobControl.replay(action.jobId, reason, context);
    await lifecycleActions.noteResolution(actionId, null);
    const [after = action] = await lifecycleActions.among([actionId]);
    return { action: actionView(after) };
  },
});
