import { z } from 'zod';
import { text } from '../../kernel/shapes.ts';
import { jobInvalidState, jobNotFound } from '../../workspace/index.ts';
import { command } from '../ports.ts';
import { shownAction } from './shown-actions.ts';
import { actionContexts, actionId, WorkerActionView } from './worker-action.ts';

export const acknowledgeRecordWorkerAction = command({
  summary: 'Put dead work about records aside',
  description: 'Its effect does not happen. It can still be done again until it is deleted after 90 days.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'governance worker actions acknowledge' },
  input: z.strictObject({
    actionId: actionId(),
    note: text(500)
      .describe('Why it need not be done.')
      .meta({ examples: ['The address does not exist any more.'] }),
  }),
  output: z.object({ action: WorkerActionView }),
  errors: [jobNotFound, jobInvalidState],

  find: ({ actionId: of }, { jobControl }) => jobControl.get(of, actionContexts),
  async run({ note }, context) {
    const { jobControl, found, user } = context;
    return {
      action: await shownAction(await jobControl.acknowledge(found.id, user.userId, note, context), context),
    };
  },
});
