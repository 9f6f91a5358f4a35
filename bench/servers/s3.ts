import { createServer } from 'node:http';

// As much of S3 as one object needs that is read: it gives zeros as fast as they are taken, and checks no signature.
const sizeBytes = Number(process.env.BENCH_SIZE ?? 0);
const [host, port] = (process.env.CHANCERY_LISTEN ?? '').split(':');
const piece = Buffer.alloc(256 * 1024);
/** A network's; 0 means none. */
const bytesAMillisecond = (Number(process.env.BENCH_MIB_A_SECOND ?? 0) * 1024 * 1024) / 1000;

createServer((request, response) => {
  if (request.url === '/api/health/ready') return void response.end();
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = first === undefined ? [0, sizeBytes] : [Number(first), Number(last) + 1];
  response.writeHead(first === undefined ? 200 : 206, { 'Content-Length': end - start });
  if (request.method === 'HEAD') return void response.end();
  let left = end - start;
  const begun = performance.now();
  const more = () => {
    while (left > 0) {
      const early =
        bytesAMillisecond === 0 ? 0 : (end - start - left) / bytesAMillisecond - (performance.now() - begun);
      if (early > 1) return void setTimeout(more, early);
      const part = left < piece.length ? piece.subarray(0, left) : piece;
      left -= part.length;
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
}).listen(Number(port), host);
