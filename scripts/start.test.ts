import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';

const start = join(process.cwd(), 'scripts/start.mjs');
const ownProcess = join(process.cwd(), 'scripts/own-process.mjs');

describe('npm start', function () {
  this.timeout(120_000);
  let folder: string;
  let somebodyElse: Server;
  const running = new Set<ChildProcess>();
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-start-'));
    somebodyElse = createServer((_, response) => response.end('{"status":"ok"}'));
    somebodyElse.listen(0, '127.0.0.1');
    await once(somebodyElse, 'listening');
  });
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL');
    somebodyElse.close();
    await rm(folder, { recursive: true, force: true });
  });
  const takenPort = () => (somebodyElse.address() as AddressInfo).port;

  function run(args: readonly string[], variables: Record<string, string> = {}, program = process.execPath) {
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, CHANCERY_DATA_DIR: folder, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    const ended = once(child, 'close').then(([code]) => {
      running.delete(child);
      return code as number | null; // the first argument of `close`
    });
    const said = () => chunks.join('');
    const says = async (text: string) => {
      while (!said().includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended and wrote:\n${said()}`);
        await wait(20);
      }
    };
    return { child, ended, said, says };
  }

  it('says that the port is taken, and by which setting it gets another one, before anything else', async () => {
    const { ended, said } = run([start], { CHANCERY_LISTEN: `127.0.0.1:${takenPort()}` });

    expect(await ended).to.equal(1);
    expect(said())
      .to.include(`Another program listens on 127.0.0.1:${takenPort()}`)
      .and.include(`CHANCERY_LISTEN=127.0.0.1:${takenPort() + 1} npm start`)
      .and.not.include('ready');
  });

  it('never reports a server of somebody else as its own', async () => {
    const { ended, said } = run([start, '--sources'], {
      CHANCERY_LISTEN: '127.0.0.1:0',
      CHANCERY_BASE_URL: `http://127.0.0.1:${takenPort()}`,
      CHANCERY_WORKERS: 'some',
    });

    expect(await ended).to.equal(78);
    expect(said()).to.include('CHANCERY_WORKERS: give embedded or none').and.not.include('is ready');
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`ends everything that it started at ${signal}, also if npm passes it on a second time`, async () => {
      const { child, ended, says, said } = run([start, '--sources'], {
        CHANCERY_LISTEN: `127.0.0.1:${await freePort()}`,
      });
      await says('Chancery is ready');
      const started = await descendantsOf(child.pid ?? 0);
      expect(started.length).to.be.greaterThan(0);

      child.kill(signal);
      child.kill(signal);

      expect(await ended, said()).to.equal(0);
      await gone(started);
    });

  it('ends everything if npm and its shell end at SIGTERM, which pass nothing on', async () => {
    const { child, ended, says } = run(
      ['-c', `"${process.execPath}" "${start}" --sources; exit $?`],
      { CHANCERY_LISTEN: `127.0.0.1:${await freePort()}`, npm_lifecycle_event: 'start' },
      'sh',
    );
    await says('Chancery is ready');
    const started = await descendantsOf(child.pid ?? 0);
    expect(started.length).to.be.greaterThan(1);

    child.kill('SIGTERM');

    await ended;
    await gone(started);
  });

  it('leaves no server behind if it is killed itself', async () => {
    const { child, ended, says } = run([start, '--sources'], {
      CHANCERY_LISTEN: `127.0.0.1:${await freePort()}`,
    });
    await says('Chancery is ready');
    const started = await descendantsOf(child.pid ?? 0);
    child.kill('SIGKILL');
    await ended;
    await gone(started);
  });

  it('ends what a program that it started has left behind', async () => {
    const leaves = `
      import { startOwn } from ${JSON.stringify(ownProcess)};
      const child = startOwn(process.execPath, ['-e', ${JSON.stringify(`
        const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        console.log('left ' + pid);
        process.exit(0);
      `)}], { stdio: 'inherit' });
      child.once('exit', () => {});`;
    const { ended, said } = run(['--input-type=module', '-e', leaves]);

    expect(await ended).to.equal(0);
    const left = Number(/left (\d+)/.exec(said())?.[1]);
    expect(left).to.be.greaterThan(0);
    await gone([left]);
  });
});

/** The processes that a process has started, and theirs, as Linux lists them. */
async function descendantsOf(pid: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of the program stands in brackets and may hold anything; the parent is the second field behind it.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(Number(name), Number(parent));
  }
  const of = (parent: number): number[] =>
    [...parents].flatMap(([child, its]) => (its === parent ? [child, ...of(child)] : []));
  return of(pid);
}

/** Resolves when none of the processes runs any more; one that only waits to be collected does not run. */
async function gone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    const runs = async () => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return stat !== '' && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
    };
    while (await runs()) await wait(20);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
