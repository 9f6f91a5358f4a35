import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ClamdScanner } from '@chancery/adapters-services';
import { eicarTestFile } from '@chancery/core/testing';
import { freePort } from './child-server.ts';

const program = '/usr/sbin/clamd';
const longestStart = 30_000;

export interface StartedClamd {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * clamd of the machine, in a folder of its own and at a port of its own. Its database has one signature, that of the
 * EICAR test file, since the real one is downloaded and changes every day.
 */
export async function startedClamd(mostMebibytes: number): Promise<StartedClamd> {
  if (!existsSync(program)) throw new Error('Install clamd; on Debian: apt-get install clamav-daemon');
  const folder = await mkdtemp(join(tmpdir(), 'chancery-clamd-'));
  const port = await freePort();
  const eicar = Buffer.from(eicarTestFile(), 'latin1');
  const digest = createHash('md5').update(eicar).digest('hex');
  await writeFile(join(folder, 'eicar.hdb'), `${digest}:${eicar.length}:Eicar-Test-Signature\n`);
  await writeFile(join(folder, 'clamd.conf'), settings(folder, port, mostMebibytes));
  const child = spawn(program, ['--foreground', `--config-file=${join(folder, 'clamd.conf')}`], {
    stdio: 'ignore',
  });
  const url = `tcp://127.0.0.1:${port}`;
  try {
    await answering(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const settings = (folder: string, port: number, mostMebibytes: number) =>
  [
    `DatabaseDirectory ${folder}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `User ${userInfo().username}`,
    `TemporaryDirectory ${folder}`,
    `StreamMaxLength ${mostMebibytes}M`,
    `MaxFileSize ${mostMebibytes}M`,
    `MaxScanSize ${mostMebibytes}M`,
    '',
  ].join('\n');

async function answering(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + longestStart;
  while (performance.now() < until && child.exitCode === null) {
    const answered = await new ClamdScanner(url).probe().then(
      () => true,
      () => false,
    );
    if (answered) return;
    await pause(100);
  }
  throw new Error(`clamd did not start within ${longestStart / 1000} seconds`);
}
