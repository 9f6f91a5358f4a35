import type { ClaimedJob, Instant, TopicLeases } from '@chancery/core';
import { mostDeliveriesInFlight } from '@chancery/core/internal';
import { begun, lostOf, returned } from './claiming.ts';
import type { Sql } from './sql.ts';

/**
 * Claims webhook deliveries: at most five per endpoint are under way at once, so that a slow endpoint leaves room for the
 * others (WHK-8). The index is read lane by lane, whatever the number of jobs that wait in one of them.
 */
export async function claimByLane(
  sql: Sql,
  limit: number,
  leases: TopicLeases,
  now: Instant,
): Promise<readonly ClaimedJob[]> {
  // Only one claim runs at a time, because the jobs that run in a lane are counted before more are taken. Both statements go out at
  // once, before the commit that is sent behind them; the second sees what the lock waited for.
  const [, claimed] = await Promise.all([
    sql("select pg_advisory_xact_lock(hashtext('chancery.webhook_lanes'))"),
    sql<ClaimedJob>(claimSql, [mostDeliveriesInFlight, limit, JSON.stringify(leases), now]),
  ]);
  return claimed;
}

const waiting = "topic = 'webhook.deliver' and status in ('pending', 'retrying')";

const claimSql = `
  with recursive lanes as (
    (select aggregate_id lane from jobs where ${waiting} order by aggregate_id limit 1)
    union all
    select (select j.aggregate_id from jobs j where ${waiting} and j.aggregate_id > l.lane order by j.aggregate_id limit 1)
    from lanes l where l.lane is not null
  ), ${lostOf("'webhook'", '$2')}, due as (
    select d.id, d.available_at from lanes l cross join lateral (
      select j.id, j.available_at from jobs j
      where ${waiting} and j.aggregate_id = l.lane and j.available_at <= $4::timestamptz
      order by j.available_at, j.id
      limit greatest(0, $1 - (select count(*) from jobs r where r.topic = 'webhook.deliver' and r.status = 'running' and r.aggregate_id = l.lane))
    ) d
    union all
    (select id, available_at from jobs where queue = 'webhook' and topic <> 'webhook.deliver' and status in ('pending', 'retrying')
       and available_at <= $4::timestamptz order by available_at, id limit $2)
  )
  ${begun}
  where id in (select id from lost union all (select id from due order by available_at, id limit $2) limit $2)
    and status in ('pending', 'retrying', 'running')
  ${returned}`;
