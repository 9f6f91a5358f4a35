import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/** Answers a chunk only when it is on the disk, which tus itself does not. */
class DurableFileStore extends FileStore {
  override async write(...[content, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    const stored = await super.write(content, id, offset);
    const file = await open(join(this.directory, id), 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
    return stored;
  }
}

// A plain tus server that keeps files on disk, as its documentation shows it; with TUS_FSYNC durably.
const [host = '127.0.0.1', port = '0'] = (process.env.CHANCERY_LISTEN ?? '').split(':');
const directory = process.env.TUS_DIRECTORY ?? '';
mkdirSync(directory, { recursive: true });
const Store = process.env.TUS_FSYNC === undefined ? FileStore : DurableFileStore;
const tus = new Server({ path: '/files', datastore: new Store({ directory }), maxSize: 20 * 1024 ** 3 });

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
