import type { Instant } from '@chancery/core';
import type pg from 'pg';

/** What a process asks for: so many requests of what is left of this limit in the running minute. */
export interface AskedLease {
  readonly bucket: string;
  readonly key: string;
  readonly limit: number;
  readonly wanted: number;
}

export interface Lease {
  /** As many as were wanted, or the last that were left. */
  readonly granted: number;
  /** How many are left after that. */
  readonly left: number;
  readonly endsAtMilliseconds: number;
}

/** Where all processes of one database say what they take of each limit. A minute begins with the first who takes of it. */
export interface RateLeases {
  /** In one statement for all, in the order of the question. */
  take(asked: readonly AskedLease[], now: Instant, seconds: number): Promise<readonly Lease[]>;
}

interface TakenRow extends Lease {
  readonly bucket: string;
  readonly key: string;
}

// A row that ends later than two windows from now was written by a clock that was wrong, and binds nobody.
const isOver = "(r.ends_at <= $5::timestamptz or r.ends_at > $5::timestamptz + 2 * $6 * interval '1 second')";
const granted = `case when ${isOver} then excluded.granted else greatest(0, least(excluded.granted, excluded.most - r.taken)) end`;

// The rows are locked in one order by everybody, so that no two statements wait for each other.
const takeSql = `
  insert into request_rates as r (bucket, key, most, taken, granted, ends_at)
  select bucket, key, most, least(wanted, most), least(wanted, most), $5::timestamptz + $6 * interval '1 second'
  from unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) asked (bucket, key, most, wanted)
  order by bucket, key
  on conflict (bucket, key) do update set
    most = excluded.most,
    taken = case when ${isOver} then 0 else r.taken end + ${granted},
    granted = ${granted},
    ends_at = case when ${isOver} then excluded.ends_at else r.ends_at end
  returning bucket, key, granted, greatest(0, most - taken) "left",
    (extract(epoch from ends_at) * 1000)::double precision "endsAtMilliseconds"`;

/**
 * Keeps the leases in an unlogged table: no statement waits for a disk. After a crash of the database all minutes begin anew.
 * The pool is not that of the transactions, which ask while they hold a connection of theirs.
 */
export const rateLeases = (pool: Pick<pg.Pool, 'query'>): RateLeases => ({
  async take(asked, now, seconds) {
    const { rows } = await pool.query<TakenRow>({
      name: 'take_rate_leases',
      text: takeSql,
      values: [
        asked.map(({ bucket }) => bucket),
        asked.map(({ key }) => key),
        asked.map(({ limit }) => limit),
        asked.map(({ wanted }) => wanted),
        now,
        seconds,
      ],
    });
    return asked.map(({ bucket, key }) => {
      const row = rows.find((each) => each.bucket === bucket && each.key === key);
      if (row === undefined) throw new Error(`No answer about ${bucket}`);
      return row;
    });
  },
});
