import pg from 'pg';
import { parsers } from './bare-types.ts';

/** As many connections as Chancery has, with the same settings. */
export const barePool = (): pg.Pool =>
  new pg.Pool({
    connectionString: process.env.BENCH_DATABASE_URL,
    max: 10,
    options: '-c timezone=UTC',
    types: parsers,
    pipeline: true,
  });
