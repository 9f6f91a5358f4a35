import { operatorJobs } from '@chancery/adapters-persistence';
import { type ChanceryPorts, operate } from '@chancery/core';
import { workspace } from '@chancery/core/internal';
import type { Application } from './application.ts';
import { answerCommand, complain } from './command-answer.ts';
import type { Environment } from './configuration.ts';

interface JobsOptions {
  readonly jobId?: unknown;
  readonly status?: unknown;
  readonly queue?: unknown;
  readonly topic?: unknown;
  readonly workspace?: unknown;
  readonly limit?: unknown;
  readonly reason?: unknown;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The commands `jobs list|show|replay|ack|prune` and `outbox status`, which write one JSON document to the standard output.
 * The exit code is 2 if the command makes no sense, 4 if the job does not exist, 5 if it is in another state.
 */
export async function jobsCommand(
  environment: Environment,
  name: string,
  options: JobsOptions = {},
): Promise<number> {
  const fault = faultOf(name, options);
  if (fault !== null) return complain(2, fault);
  return answerCommand(environment, (application) => answerOf(application, name, options));
}

function faultOf(name: string, { jobId, status, limit, reason }: JobsOptions): string | null {
  const isNamed = name === 'jobs show' || name === 'jobs replay' || name === 'jobs ack';
  if (isNamed && !uuid.test(text(jobId) ?? '')) return 'Give the id of a job.';
  if (name === 'jobs ack' && text(reason) === null) return 'Give --reason: why nothing is to be done.';
  if ((text(reason)?.length ?? 0) > 500) return 'Give a --reason of at most 500 characters.';
  const statuses: readonly string[] = workspace.jobStatuses;
  if (text(status) !== null && !statuses.includes(text(status) ?? ''))
    return `Give --status as one of ${statuses.join(', ')}.`;
  if (text(limit) !== null && !/^[1-9]\d{0,3}$/.test(text(limit) ?? ''))
    return 'Give --limit from 1 to 9999.';
  return null;
}

async function answerOf(
  application: Application,
  name: string,
  { status, queue, topic, workspace: workspaceId, limit, reason, ...given }: JobsOptions,
): Promise<object> {
  const { ports } = application.chancery;
  const jobs = operatorJobs(application.database);
  if (name === 'outbox status') return jobs.status(ports.clock.now());
  if (name === 'jobs prune') return { pruned: await pruned(ports) };
  if (name === 'jobs list') {
    const filter = {
      status: text(status) ?? 'dead',
      queue: text(queue),
      topic: text(topic),
      workspaceId: text(workspaceId),
      limit: Number(text(limit) ?? 50),
    };
    return { jobs: await jobs.list(filter) };
  }
  const jobId = text(given.jobId) ?? '';
  const job = await jobs.get(jobId);
  if (job === null) throw workspace.jobNotFound({ message: 'There is no such job.' });
  if (name !== 'jobs show') await changed(ports, jobId, job.workspaceId ?? null, name, text(reason));
  return { job: await jobs.get(jobId) };
}

/** Does what the endpoints of the API do, in the name of an operator and for jobs of no workspace too. */
function changed(
  ports: ChanceryPorts,
  jobId: string,
  workspaceId: string | null,
  name: string,
  reason: string | null,
): Promise<void> {
  return operate(ports, workspace.ports, workspaceId, async ({ jobs, now, emit }) => {
    const before = await jobs.get(jobId);
    if (name === 'jobs replay') {
      const job = workspace.replayed(before, now);
      await jobs.save(job, before);
      emit(workspace.jobReplayed, { jobId, topic: job.topic, replayCount: job.replayCount, reason });
      return;
    }
    const job = workspace.acknowledged(before, null, reason ?? '', now);
    await jobs.save(job, before);
    emit(workspace.jobAcknowledged, { jobId, topic: job.topic, reason: reason ?? '' });
  });
}

async function pruned(ports: ChanceryPorts): Promise<number> {
  const batch = 5000;
  for (let total = 0; ; ) {
    const rows = await operate(ports, workspace.ports, null, ({ housekeeping, now }) =>
      housekeeping.pruneJobs(now, batch),
    );
    total += rows;
    if (rows < batch) return total;
  }
}
