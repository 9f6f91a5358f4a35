import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that this process alone uses. The operating system frees the lock however the process ends. */
export interface FolderLock {
  /** From now on whoever calls at the lock is answered by this function; before that a call is ended at once. */
  answer(caller: (socket: Socket) => void): void;
  free(): void;
}

export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true });
  let answering: (socket: Socket) => void = (socket) => socket.destroy();
  const lock = createServer((socket) => {
    // A caller that is cut off must not end this process.
    socket.on('error', () => undefined);
    answering(socket);
  }).unref();
  await new Promise<void>((resolve, reject) => {
    lock.once('error', (cause) =>
      reject(
        new Error(
          `The data folder ${folder} is in use by another Chancery process; stop that one or choose another folder.`,
          { cause },
        ),
      ),
    );
    lock.listen(pathOf(folder), resolve);
  });
  return {
    answer: (caller) => {
      answering = caller;
    },
    free: () => void lock.close(),
  };
}

/** Calls the process that holds the folder; null if none does. */
export async function callHolder(folder: string): Promise<Socket | null> {
  mkdirSync(folder, { recursive: true });
  const socket = connect(pathOf(folder));
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(null) : reject(error),
    );
  });
}

function pathOf(folder: string): string {
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 40);
  return process.platform === 'linux' ? `\0chancery-${digest}` : join(tmpdir(), `chancery-${digest}.sock`);
}
