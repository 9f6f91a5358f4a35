import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackupRefused, callHolder } from '@chancery/adapters-persistence';
import { expect } from 'chai';
import { type FolderLock, lockFolder } from '../../../adapters-persistence/src/kernel/folder-lock.ts';
import { answerBackups, askForBackup } from './backup-door.ts';
import type { BackupWish } from './make-backup.ts';
import type { Manifest } from './manifest.ts';

describe('a server that is asked for a backup of its embedded database', () => {
  let data: string;
  let lock: FolderLock;
  let asked: BackupWish[];
  const wish = { folder: '/backups/one', masterKey: null, despiteLostFiles: false };
  const made = { madeAt: '2026-05-04T00:00:00.000Z' } as Manifest;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'chancery-'));
    lock = await lockFolder(join(data, 'database'));
    asked = [];
  });
  afterEach(async () => {
    lock.free();
    await rm(data, { recursive: true });
  });

  const open = (make: (tell: (line: string) => void) => Promise<Manifest>) =>
    answerBackups({ answerCallers: lock.answer }, data, (given, tell) => {
      asked.push(given);
      return make(tell);
    });
  const ask = (tell: (line: string) => void = () => undefined) =>
    askForBackup(join(data, 'database'), data, wish, tell);

  it('HLT-6: it says how far it is and what it has made, or why it refuses', async () => {
    await open(async (tell) => {
      tell('table 1');
      if (asked.length > 1) throw new BackupRefused('Not now.');
      return made;
    });
    const told: string[] = [];

    expect(await ask((line) => told.push(line))).to.deep.equal(made);
    const refusal = await ask().catch((error: unknown) => error);

    expect(told).to.deep.equal(['table 1']);
    expect(asked).to.deep.equal([wish, wish]);
    expect(refusal).to.be.instanceOf(BackupRefused).and.to.include({ message: 'Not now.' });
  });

  it('HLT-6: a caller without the secret of the data folder gets no answer, and nothing is made', async () => {
    await open(async () => made);
    expect((await stat(join(data, 'backup.secret'))).mode & 0o777).to.equal(0o600);

    for (const line of [JSON.stringify({ secret: 'x', wish }), '{', 'x'.repeat(70_000), '']) {
      const socket = await callHolder(join(data, 'database'));
      if (socket === null) throw new Error('Nobody holds the folder');
      socket.on('error', () => undefined);
      socket.end(`${line}\n`);
      expect(await text(socket).catch(() => '')).to.equal('');
    }
    expect(asked).to.deep.equal([]);
    expect(await readFile(join(data, 'backup.secret'), 'utf8')).to.match(/^[0-9a-f]{64}$/);
  });

  it('HLT-6: a backup whose command was ended is given up', async () => {
    let end: (outcome: string) => void = () => undefined;
    const outcome = new Promise<string>((resolve) => {
      end = resolve;
    });
    await open(async (tell) => {
      try {
        for (;;) {
          tell('on and on');
          await nextTurn();
        }
      } catch (error) {
        end(String(error));
        throw error;
      }
    });
    const secret = await readFile(join(data, 'backup.secret'), 'utf8');
    const socket = await callHolder(join(data, 'database'));
    socket?.on('error', () => undefined);
    socket?.write(`${JSON.stringify({ secret, wish })}\n`);
    socket?.once('data', () => socket.destroy());

    expect(await outcome).to.include('The command was ended');
  });

  it('says that a process which makes no backups holds the folder, and null if none does', async () => {
    const refusal = await ask().catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(BackupRefused);
    lock.free();
    expect(await ask()).to.equal(null);
  });
});
