import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Lets the package, as it would be published, start one of its child processes and run a task in it.
const [inside = ''] = process.argv.slice(2);
const { EnginePool, PooledArchiveInspector } = await import(
  pathToFileURL(join(inside, 'dist', 'index.js')).href
);
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const content = {
  sizeBytes: emptyZip.length,
  read: async ({ start, end } = { start: 0, end: emptyZip.length }) =>
    (async function* () {
      yield emptyZip.subarray(start, end);
    })(),
};
const pool = new EnginePool({ processes: 1 });
const found = await new PooledArchiveInspector(pool).inspect(content).catch(String);
await pool.close();
if (found.mimeType !== 'application/zip')
  console.log(`a task in a child process answered ${JSON.stringify(found)}`);
