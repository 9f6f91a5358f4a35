import { workspace } from '@chancery/core';
import { transition } from './transition.ts';

const claim = transition(workspace.jobStates, 'claim');
const takeOver = transition(workspace.jobStates, 'take_over');

/** The condition for jobs that wait for a worker. */
export const isWaiting = `status in ${claim.from}`;

/**
 * The parts that every claim of jobs has. `$3` is the leases in seconds by topic and `$4` the present instant.
 */

/** The condition for jobs that were lost with their worker and have attempts left; `jobs.reap` marks the others dead. */
export const lostOf = (queue: string, most: string): string => `lost as (
    select id from jobs where queue = ${queue} and status in ${takeOver.from} and lease_expires_at <= $4::timestamptz and attempts < max_attempts
    order by lease_expires_at limit ${most} for update skip locked
  )`;

export const begun = `
  update jobs set status = ${claim.to}, attempts = attempts + 1, started_at = $4,
    lease_expires_at = $4::timestamptz + make_interval(secs => coalesce(($3::jsonb ->> topic)::float8, ($3::jsonb ->> '')::float8))`;

export const returned = `
  returning id, workspace_id "workspaceId", queue, topic, payload, attempts, max_attempts "maxAttempts", correlation_id "correlationId", created_at "createdAt"`;
