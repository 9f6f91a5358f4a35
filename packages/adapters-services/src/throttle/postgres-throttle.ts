import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { counting, FlexibleThrottle } from './flexible-throttle.ts';
import type { ThrottleScale } from './throttle-scale.ts';

/** A `Pool` of pg. */
export interface PostgresPool {
  query(statement: {
    text: string;
    values?: unknown[];
    name?: string;
  }): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

export interface PostgresThrottleOptions extends ThrottleScale {
  /** The schema of the table; by default it is found on the search path. */
  readonly schemaName?: string;
  readonly tableName?: string;
}

/**
 * Shares its counts among all processes on one database (KEY-5), by one upsert for each try. The table must exist, with exactly the
 * columns `key varchar(255) primary key, points integer not null, expire bigint`, in this order. Errors of the database are
 * thrown; the caller decides whether the request is then refused (THR-14).
 */
export class PostgresThrottle extends FlexibleThrottle {
  constructor(
    pool: PostgresPool,
    { schemaName, tableName = 'throttles', ...scale }: PostgresThrottleOptions = {},
  ) {
    super(
      new RateLimiterPostgres({
        ...counting,
        ...(schemaName === undefined ? {} : { schemaName }),
        tableName,
        storeClient: pool,
        storeType: 'pool',
        tableCreated: true,
        // The job identity.sweep empties the table; a timer of the library would outlive the pool.
        clearExpiredByTimeout: false,
      }),
      scale,
    );
  }
}
