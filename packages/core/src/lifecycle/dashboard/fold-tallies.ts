import { eachInTurn } from '../../kernel/each-in-turn.ts';
import { planJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { eachBatch } from '../sweep.ts';

/** Fewer changes of a workspace than these are added up quickly enough to wait. */
const fewest = 500;
/** So many workspaces are found at once, and so many changes of one are folded in a transaction. */
const [mostWorkspaces, mostChanges] = [100, 5000];

/** Folds what changed of the counts of the dashboard, so that few rows are added up when somebody looks at it. */
export const foldTallies = scheduled(
  { topic: 'lifecycle.fold_tallies', cron: '*/5 * * * *', policy: planJobs, databaseRole: 'identity' },
  ({ read, transact }) =>
    eachBatch<string>(
      {
        most: mostWorkspaces,
        find: (after, most) => read(({ tallySweep }) => tallySweep.toFold(fewest, after, most)),
      },
      (workspaceIds) =>
        eachInTurn(workspaceIds, async (workspaceId) => {
          for (let goesOn = true; goesOn; )
            goesOn = await transact(async (work) => {
              work.enter(workspaceId);
              return (await work.lifecycleTallies.fold(mostChanges)) === mostChanges;
            });
        }),
    ),
);
