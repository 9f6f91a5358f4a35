import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BackupRefused, callHolder, type Database } from '@chancery/adapters-persistence';
import { replaceFile } from '@chancery/adapters-services';
import { equalInConstantTime, utf8 } from '@chancery/core/internal';
import { z } from 'zod';
import type { BackupWish } from './make-backup.ts';
import type { Manifest } from './manifest.ts';

/**
 * An embedded database belongs to one process, so a server makes its backup itself, asked by the command. The command
 * shows that it may by a secret that only who may read the data folder can read: the lock itself can be called by anybody
 * on the machine.
 */
const secretFile = (dataDirectory: string) => join(dataDirectory, 'backup.secret');
const mostRequestBytes = 64 * 1024;
const requestSeconds = 10;

const request = z.strictObject({
  secret: z.string(),
  wish: z.strictObject({
    folder: z.string().min(1),
    masterKey: z.string().nullable(),
    despiteLostFiles: z.boolean(),
  }),
});

type Line =
  | { readonly tell: string }
  | { readonly refused: string }
  | { readonly failed: string }
  | { readonly made: Manifest };

/** Lets the command ask this process for backups. */
export async function answerBackups(
  database: Pick<Database, 'answerCallers'>,
  dataDirectory: string,
  make: (wish: BackupWish, tell: (line: string) => void) => Promise<Manifest>,
): Promise<void> {
  if (database.answerCallers === undefined) return;
  const secret = randomBytes(32).toString('hex');
  await replaceFile(secretFile(dataDirectory), secret);
  database.answerCallers((socket) => {
    socket.setTimeout(requestSeconds * 1000, () => socket.destroy());
    void answered(socket, secret, make).catch(() => socket.destroy());
  });
}

async function answered(
  socket: Socket,
  secret: string,
  make: (wish: BackupWish, tell: (line: string) => void) => Promise<Manifest>,
): Promise<void> {
  const say = (line: Line) => void socket.write(`${JSON.stringify(line)}\n`);
  const asked = request.safeParse(await firstLine(socket));
  if (!asked.success || !equalInConstantTime(utf8(asked.data.secret), utf8(secret))) {
    socket.destroy();
    return;
  }
  socket.setTimeout(0);
  try {
    const made = await make(asked.data.wish, (line) => {
      // Whoever asked was ended: a backup that nobody waits for is given up.
      if (socket.destroyed) throw new Error('The command was ended.');
      say({ tell: line });
    });
    say({ made });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say(error instanceof BackupRefused ? { refused: message } : { failed: message });
  }
  socket.end();
}

async function firstLine(socket: Socket): Promise<unknown> {
  let text = '';
  for await (const part of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += part as string;
    const end = text.indexOf('\n');
    if (end >= 0) return jsonIn(text.slice(0, end));
    if (text.length > mostRequestBytes) break;
  }
  return null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Asks the server that holds the database for a backup; null if none holds it. */
export async function askForBackup(
  folder: string,
  dataDirectory: string,
  wish: BackupWish,
  tell: (line: string) => void,
): Promise<Manifest | null> {
  const socket = await callHolder(folder);
  if (socket === null) return null;
  const away = new BackupRefused(
    'The data folder is in use by a process that makes no backups: wait until it has ended, or make the backup as the user who runs the server.',
  );
  const secret = await readFile(secretFile(dataDirectory), 'utf8').catch(() => {
    socket.destroy();
    throw away;
  });
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify({ secret, wish: { ...wish, folder: resolve(wish.folder) } })}\n`);
  let isBegun = false;
  for await (const text of createInterface({ input: socket })) {
    isBegun = true;
    const line = JSON.parse(text) as Line; // the server is of the same installation
    if ('tell' in line) tell(line.tell);
    else if ('refused' in line) throw new BackupRefused(line.refused);
    else if ('failed' in line) throw new Error(line.failed);
    else return line.made;
  }
  throw isBegun ? new Error('The server ended before the backup was finished.') : away;
}
