import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Lets the package, as it would be published, start one of its child processes and run its tasks in it.
const [inside = ''] = process.argv.slice(2);
const { EnginePool, PooledArchiveInspector, PooledPdfInspector } = await import(
  pathToFileURL(join(inside, 'dist', 'index.js')).href
);
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const onePage = Buffer.from(
  '%PDF-1.7\n1 0 obj << /Pages 2 0 R >> endobj\n2 0 obj << /Kids [<< /Type /Page >>] >> endobj\ntrailer << /Root 1 0 R >>',
);
const sourceOf = (bytes) => ({
  sizeBytes: bytes.length,
  read: async ({ start, end } = { start: 0, end: bytes.length }) =>
    (async function* () {
      yield bytes.subarray(start, end);
    })(),
});
const pool = new EnginePool({ processes: 1 });
const archive = await new PooledArchiveInspector(pool).inspect(sourceOf(emptyZip)).catch(String);
const pdf = await new PooledPdfInspector(pool).inspect(sourceOf(onePage)).catch(String);
await pool.close();
if (archive.mimeType !== 'application/zip' || pdf.pages?.length !== 1)
  console.log(`tasks in a child process answered ${JSON.stringify({ archive, pdf })}`);
