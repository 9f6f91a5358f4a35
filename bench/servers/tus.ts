import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

// A plain tus server that keeps files on disk, as its documentation shows it.
const [host = '127.0.0.1', port = '0'] = (process.env.CHANCERY_LISTEN ?? '').split(':');
const directory = process.env.TUS_DIRECTORY ?? '';
mkdirSync(directory, { recursive: true });
const tus = new Server({ path: '/files', datastore: new FileStore({ directory }), maxSize: 20 * 1024 ** 3 });

createServer((request, response) => {
  if (request.url === '/api/health/ready') {
    response.end('{}');
    return;
  }
  tus.handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
}).listen(Number(port), host);
