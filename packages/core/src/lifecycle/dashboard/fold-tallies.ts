import { planJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';

/** So many changes of a workspace are added up quickly enough to wait. */
const least = 500;
/** So many workspaces are found at once, and so many changes of one are folded in a transaction. */
const [mostWorkspaces, mostChanges] = [100, 5000];

/** Folds what changed of the counts of the dashboard, so that few rows are added up when somebody looks at it. */
export const foldTallies = scheduled(
  { topic: 'lifecycle.fold_tallies', cron: '*/5 * * * *', policy: planJobs, databaseRole: 'identity' },
  async ({ read, transact }) => {
    for (let isFull = true; isFull; ) {
      const found = await read(({ tallySweep }) => tallySweep.toFold(least, mostWorkspaces));
      for (const workspaceId of found)
        for (let goesOn = true; goesOn; )
          goesOn = await transact(async (work) => {
            work.enter(workspaceId);
            return (await work.lifecycleTallies.fold(mostChanges)) === mostChanges;
          });
      isFull = found.length === mostWorkspaces;
    }
  },
);
