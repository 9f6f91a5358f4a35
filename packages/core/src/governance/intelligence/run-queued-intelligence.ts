import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { intelligenceRunQueued } from './events.ts';
import { failedRun, performRun } from './perform-run.ts';
import { intelligenceRunStates } from './run.ts';

/** Asks an external provider, and ends a run that a process was lost over (governance 12). */
export const runQueuedIntelligence = reaction(
  intelligenceRunQueued,
  {
    topic: 'intelligence.run',
    policy: {
      ...defaultJobPolicy,
      queue: 'records',
      maxAttempts: 3,
      baseSeconds: 10,
      capSeconds: 60,
      leaseSeconds: 300,
    },
    needs: ['runId'],
    mails: 'members',
    dueAt: ({ dueAt }) => dueAt,
    givenUp: async ({ runId }, context) => {
      const run = await context.transact(({ intelligenceRuns }) => intelligenceRuns.find(runId));
      if (run !== null && intelligenceRunStates.can(run.status, 'abandon'))
        await failedRun(run, 'intelligence.provider_unavailable', context);
    },
  },
  async ({ runId }, context) => {
    const { workspaceId } = context;
    const run = await context.transact(({ intelligenceRuns }) => intelligenceRuns.find(runId));
    if (run === null || workspaceId === null || !intelligenceRunStates.can(run.status, 'start')) return;
    await performRun(run, { ...context, workspaceId });
  },
);
