import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { command } from '../ports.ts';
import { jobReplayed } from './events.ts';
import { replayed } from './job.ts';
import { filterOf, jobFilterFields } from './job-filter.ts';

export const replayJobs = command({
  summary: 'Run many dead jobs again',
  description:
    'Oldest first. Nothing runs until you set dryRun to false. Give at least one of queue, topic, errorCode, from and to.',
  access: { owner: 'any', admin: 'any' },
  cli: { example: { queue: 'webhooks' }, command: 'workspace jobs replay-all' },
  always: true,
  input: z.strictObject({
    ...jobFilterFields,
    limit: z.int().min(1).max(1000).default(100).describe('The largest number of jobs to replay.'),
    dryRun: z
      .boolean()
      .default(true)
      .describe('Whether to list the matching jobs only, without running them.'),
  }),
  output: z.object({
    matched: z.int().describe('How many dead jobs the filter matches.'),
    replayed: z.int().describe('How many are done again.'),
    jobIds: z.array(shown.id()).describe('The jobs that were replayed, or that would be; oldest first.'),
  }),

  async run({ limit, dryRun, ...given }, { jobs, now, emit }) {
    const filter = filterOf(given);
    if (Object.values(filter).every((value) => value === null))
      throw invalidField(
        '/queue',
        'job.filter_required',
        'Give at least one of queue, topic, errorCode, from and to.',
      );
    const matched = await jobs.countDead(filter);
    const chosen = await jobs.oldestDead(filter, limit);
    if (!dryRun) {
      for (const before of chosen) {
        const job = replayed(before, now);
        await jobs.save(job, before);
        emit(jobReplayed, { jobId: job.id, topic: job.topic, replayCount: job.replayCount, reason: null });
      }
    }
    return { matched, replayed: dryRun ? 0 : chosen.length, jobIds: chosen.map(({ id }) => id) };
  },
});
