import { once } from 'node:events';
import { openPostgres } from '../kernel/data-source.ts';
import { jobStore } from '../kernel/jobs.ts';

/** This process claims jobs of a queue until none is left, and writes their ids; it begins at the first byte of its input. */
const [url = '', queue = '', now = ''] = process.argv.slice(2);
const database = await openPostgres(url, { poolSize: 2 });
const store = jobStore(database);
await database.pool.query('select 1');
process.stdout.write('open\n');
await once(process.stdin, 'data');
process.stdin.destroy();

for (
  let jobs = await store.claim(queue, 5, 600, now);
  jobs.length > 0;
  jobs = await store.claim(queue, 5, 600, now)
)
  process.stdout.write(jobs.map(({ id }) => `${id}\n`).join(''));
await database.close();
