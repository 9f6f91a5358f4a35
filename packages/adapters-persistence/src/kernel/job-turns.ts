import type { ClaimedJob, Instant, TopicLeases } from '@chancery/core';
import { begun, isWaiting, lostOf, returned } from './claiming.ts';
import type { Sql } from './sql.ts';

/** Whose turn it was last, by queue. */
export type Turns = Map<string, string>;

interface Claim {
  readonly queue: string;
  readonly limit: number;
  /** How many more may be given out that will wait for a slot. */
  readonly ahead: number;
  readonly leases: TopicLeases;
  readonly now: Instant;
}

/**
 * Claims jobs of one workspace after another, each its oldest first, so that the thousands of one hold up nobody else (PLT-30).
 * The next claim goes on behind the workspace where this one ended; each process remembers that for itself.
 */
export async function claimInTurn(
  sql: Sql,
  { queue, limit, ahead, leases, now }: Claim,
  turns: Turns,
): Promise<readonly ClaimedJob[]> {
  const last = turns.get(queue) ?? '';
  const claimed = await sql<ClaimedJob>(claimSql, [
    queue,
    limit + ahead,
    JSON.stringify(leases),
    now,
    last,
    limit,
  ]);
  const lanes = claimed.map(laneOf).sort();
  // Those behind the last turn came first; the round began anew with the others.
  const next = lanes.filter((lane) => lane <= last).at(-1) ?? lanes.at(-1);
  if (next !== undefined) turns.set(queue, next);
  return claimed;
}

const laneOf = ({ workspaceId }: Pick<ClaimedJob, 'workspaceId'>): string => workspaceId ?? '';

const lane = (alias: string) => `coalesce(${alias}.workspace_id, '')`;
const waits = (alias: string) => `${alias}.queue = $1 and ${alias}.${isWaiting}`;
const isDue = `j.available_at <= $4::timestamptz and (j.ordering_key is null or not exists (select from jobs o
  where o.ordering_key = j.ordering_key and o.id < j.id and o.status in ('pending', 'running', 'retrying')))`;

/**
 * Reads the index lane by lane, first those behind the last turn and then from the beginning, and stops as soon as it has
 * found as many lanes with work as jobs are wanted (PLT-30). What another worker is claiming is passed over (JOB-4). Of a lane
 * no more is locked than its share. `$2` is how many are wanted in all, `$6` for how many of them a slot is free.
 */
const claimSql = `
  with recursive behind as (
    (select ${lane('j')} lane from jobs j where ${waits('j')} and ${lane('j')} > $5 order by 1 limit 1)
    union all
    select (select ${lane('j')} from jobs j where ${waits('j')} and ${lane('j')} > b.lane order by 1 limit 1) from behind b where b.lane is not null
  ), before as (
    (select ${lane('j')} lane from jobs j where ${waits('j')} and ${lane('j')} <= $5 order by 1 limit 1)
    union all
    select (select ${lane('j')} from jobs j where ${waits('j')} and ${lane('j')} > b.lane and ${lane('j')} <= $5 order by 1 limit 1)
    from before b where b.lane is not null
  ), ${lostOf('$1', '$6')}, turn as (
    select l.lane, l.round from (
      select lane, 0 round from behind where lane is not null union all select lane, 1 from before where lane is not null
    ) l cross join lateral (select from jobs j where ${waits('j')} and ${lane('j')} = l.lane and ${isDue} limit 1) work limit $2
  ), due as (
    select d.*, t.lane, t.round from (select turn.*, count(*) over () lanes from turn) t cross join lateral (
      select j.id, j.available_at, j.attempts = 0 and j.max_attempts > 1 may_wait
      from jobs j where ${waits('j')} and ${lane('j')} = t.lane and ${isDue}
      order by j.available_at, j.id limit greatest($6, ($2 + t.lanes - 1) / t.lanes) for update skip locked
    ) d
  ), ranked as (
    select id, may_wait, row_number() over (partition by lane order by available_at, id) place, round, lane from due
  ), served as (
    select id, may_wait, row_number() over (order by place, round, lane) turn from ranked
  ), chosen as (
    select id from lost union all (
      select id from served where may_wait or turn <= $6 - (select count(*) from lost) order by turn limit $2
    ) limit $2
  )
  ${begun}
  where id in (select id from chosen)
  ${returned}`;
