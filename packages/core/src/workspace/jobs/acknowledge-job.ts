import { z } from 'zod';
import { id, text } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { jobNotFound } from './errors.ts';
import { jobInvalidState } from './job.ts';
import { acknowledgeJobOf } from './job-control.ts';
import { JobView } from './views.ts';

export const acknowledgeJob = command({
  summary: 'Acknowledge a dead job',
  description:
    'The job is put aside with a reason, and its effect does not happen. It can still be replayed until it is deleted after 90 days.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'workspace jobs acknowledge' },
  always: true,
  input: z.strictObject({
    jobId: id().describe('The id of the job.'),
    reason: text(500)
      .describe('Why the job need not run.')
      .meta({ examples: ['The address does not exist any more.'] }),
  }),
  output: z.object({ job: JobView }),
  errors: [jobNotFound, jobInvalidState],

  find: ({ jobId }, { jobs }) => jobs.get(jobId),
  async run({ reason }, { found: before, user, jobs, now, emit }) {
    return { job: await acknowledgeJobOf(before, user.userId, reason, { jobs, now, emit }) };
  },
});
