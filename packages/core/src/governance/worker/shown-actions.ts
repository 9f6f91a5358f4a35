import type { z } from 'zod';
import { namedUsers } from '../../records/index.ts';
import type { Job } from '../../workspace/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { type WorkerActionView, workerActionView } from './worker-action.ts';

export async function shownActions(
  jobs: readonly Job[],
  context: Pick<GovernancePorts, 'memberDirectory'>,
): Promise<z.input<typeof WorkerActionView>[]> {
  const people = jobs.flatMap(({ acknowledgedByUserId: by }) => (by === null ? [] : [by]));
  const named = await namedUsers(people, context);
  return jobs.map((job) => workerActionView(job, named));
}

export async function shownAction(
  job: Job,
  context: Pick<GovernancePorts, 'memberDirectory'>,
): Promise<z.input<typeof WorkerActionView>> {
  const [shown] = await shownActions([job], context);
  if (shown === undefined) throw new TypeError('One job was to be shown');
  return shown;
}
