import { z } from 'zod';
import { jobInvalidState, jobNotFound } from '../../workspace/index.ts';
import { command } from '../ports.ts';
import { shownAction } from './shown-actions.ts';
import { actionContexts, actionId, WorkerActionView } from './worker-action.ts';

export const replayRecordWorkerAction = command({
  summary: 'Have background work about records done again',
  description: 'It keeps its id, so that receivers recognize a repeat, and starts its attempts anew.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'governance worker actions replay' },
  input: z.strictObject({ actionId: actionId() }),
  output: z.object({ action: WorkerActionView }),
  errors: [jobNotFound, jobInvalidState],

  find: ({ actionId: of }, { jobControl }) => jobControl.get(of, actionContexts),
  run: async (_, context) => ({
    action: await shownAction(await context.jobControl.replay(context.found.id, null, context), context),
  }),
});
