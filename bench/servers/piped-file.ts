import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';

// A bare server that pipes one file, BENCH_FILE, into every answer.
const [host, port] = (process.env.CHANCERY_LISTEN ?? '').split(':');
const path = process.env.BENCH_FILE ?? '';

createServer((request, response) => {
  if (request.url === '/api/health/ready') return void response.end();
  pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), response, () => undefined);
}).listen(Number(port), host);
