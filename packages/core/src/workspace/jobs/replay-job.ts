import { z } from 'zod';
import { id, multiline } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { jobNotFound } from './errors.ts';
import { jobInvalidState } from './job.ts';
import { replayJobOf } from './job-control.ts';
import { JobView } from './views.ts';

export const replayJob = command({
  summary: 'Run a dead job again',
  description:
    'The job keeps its id, so that receivers recognize a repeat, and starts its attempts anew. An acknowledged job can be replayed too.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'workspace jobs replay' },
  always: true,
  input: z.strictObject({
    jobId: id().describe('The id of the job.'),
    reason: multiline(500).optional().describe('The reason, which is kept in the audit ledger.'),
  }),
  output: z.object({ job: JobView }),
  errors: [jobNotFound, jobInvalidState],

  find: ({ jobId }, { jobs }) => jobs.get(jobId),
  async run({ reason }, { found: before, jobs, now, emit }) {
    return { job: await replayJobOf(before, reason || null, { jobs, now, emit }) };
  },
});
