import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { jobNotFound } from './errors.ts';
import { JobView } from './views.ts';

export const getJob = query({
  summary: 'Read a background job',
  description: 'Shows its state, its attempts and its last error, but never its payload.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'workspace jobs get' },
  always: true,
  input: z.strictObject({ jobId: id().describe('The id of the job.') }),
  output: z.object({ job: JobView }),
  errors: [jobNotFound],

  find: ({ jobId }, { jobs }) => jobs.get(jobId),
  async run(_, { found: job }) {
    return { job };
  },
});
