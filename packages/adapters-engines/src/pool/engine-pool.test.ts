import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ByteSource } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { EngineFailure } from './engine-failure.ts';
import { EnginePool, type EnginePoolOptions, type TaskGiven } from './engine-pool.ts';
import { moduleBeside, type TaskLimits } from './engine-task.ts';
import { usageByPs, usageOf } from './process-usage.ts';
import { beHostile } from './testing/be-hostile.ts';
import type { Deed } from './testing/hostile-task.ts';
import { ownDescriptors } from './testing/own-descriptors.ts';

const hostile = beHostile();
const mebibyte = 1024 * 1024;
const limits = { wallSeconds: 20, processorSeconds: 20, memoryMebibytes: 300, outputMebibytes: 2 };
const sourceOf = (text: string, before: () => Promise<void> = async () => undefined): ByteSource => {
  const content = contentInMemory(Buffer.from(text));
  return { ...content, read: (range) => before().then(() => content.read(range)) };
};
/** A process that has ended, and that nobody has asked about, uses nothing. */
const isRunning = (pid: number): boolean => usageOf(pid) !== null;
const untilGone = async (pid: number) => {
  while (isRunning(pid)) await wait(20);
};

describe('the pool of child processes', () => {
  const opened: EnginePool[] = [];
  /** The bounds are those of `refusalOf` and `doesWithin` alone: a slow machine may take a second to begin with a first task. */
  const poolOf = (options: EnginePoolOptions = {}, bounds: Partial<TaskLimits> = {}) => {
    const pool = new EnginePool({ processes: 1, ...options, limits: { ...limits, ...options.limits } });
    opened.push(pool);
    const does = (deed: Deed, given?: TaskGiven, text?: string) =>
      pool.run(hostile, text === undefined ? { deed } : { deed, text }, given);
    const doesWithin = (deed: Deed, given?: TaskGiven) =>
      pool.run({ ...hostile, limits: bounds }, { deed }, given);
    const refusalOf = (deed: Deed, given?: TaskGiven): Promise<unknown> =>
      doesWithin(deed, given).then(
        () => 'a result',
        (error: unknown) => (error instanceof EngineFailure ? error.reason : error),
      );
    return { pool, does, doesWithin, refusalOf };
  };
  afterEach(() => Promise.all(opened.splice(0).map((pool) => pool.close(0))));

  const cases: readonly [Deed, string, Partial<typeof limits>][] = [
    ['buffers', 'memory', {}],
    ['a buffer in steps', 'memory', {}],
    ['objects', 'memory', {}],
    ['an endless loop', 'processor_time', { processorSeconds: 0.5 }],
    ['an endless loop', 'wall_time', { wallSeconds: 1 }],
    ['silence', 'wall_time', { wallSeconds: 1 }],
    ['abort', 'crashed', {}],
    ['a fault of memory', 'crashed', {}],
    ['exit', 'crashed', {}],
    ['an error that nobody catches', 'crashed', {}],
    ['a child of its own', 'crashed', {}],
    ['a result without end', 'output_size', {}],
    ['endless output', 'output_size', {}],
    ['endless text on its standard output', 'wall_time', { wallSeconds: 1 }],
    ['text that is no JSON', 'invalid_reply', {}],
    ['a message of another kind', 'invalid_reply', {}],
    ['a result of another task', 'invalid_reply', {}],
    ['lists in lists', 'invalid_reply', {}],
    ['bytes that it does not have', 'invalid_reply', {}],
    ['bytes that lie outside of the source', 'invalid_reply', {}],
    ['a source that nobody gave', 'invalid_reply', {}],
    ['a result of another shape', 'invalid_reply', {}],
    ['a throw', 'failed', {}],
    ['two answers', 'failed', {}],
  ];
  for (const [deed, reason, own] of cases)
    it(`CNT-6: a task that does this is refused and says why, and the next one runs: ${deed} (${reason})`, async () => {
      const { pool, does, refusalOf } = poolOf({}, own);
      const pid = Number(await does('its process id'));

      expect(await refusalOf(deed, { sources: [sourceOf('some text')] })).to.equal(reason);

      // Its second answer ends the process, whichever task it has by then.
      if (deed === 'two answers') await untilGone(pid);
      expect(await does('echo', {}, 'still here')).to.equal('still here');
      expect(pool.status.refused).to.deep.equal({ [reason]: 1 });
      // A function that throws has done no harm; after all else there is another process.
      if (deed === 'a throw') expect(Number(await does('its process id'))).to.equal(pid);
      else await untilGone(pid);
    });

  it('CNT-6: the message of a refusal names the task and the limit', async () => {
    const { doesWithin } = poolOf({}, { wallSeconds: 0.5 });

    const failure = await doesWithin('silence').catch((error: unknown) => error);

    expect(String(failure)).to.equal(
      'EngineFailure: The task “be hostile” was ended, because it took longer than 0.5 s.',
    );
    expect((failure as EngineFailure).isLimit).to.equal(true);
  });

  it('CNT-6: reading without end is refused, and a long wait for the source is not counted against the task', async () => {
    const { does, doesWithin, refusalOf } = poolOf({}, { wallSeconds: 1 });
    await does('echo', {}, 'warm');
    const slow = sourceOf('slowly read', () => wait(1500));

    expect(await doesWithin('a read', { sources: [slow] })).to.equal('slowly read');
    const long = { ...sourceOf('x'.repeat(mebibyte)) };
    const endless = poolOf();
    expect(await endless.refusalOf('endless reads', { sources: [long] })).to.equal('source_reads');
    const away = new Error('the store is away');
    const broken: ByteSource = { sizeBytes: 9, read: () => Promise.reject(away) };
    expect(await refusalOf('a read', { sources: [broken] })).to.equal(away);
  });

  it('CNT-6: a wait for the processor is not counted against the task', async function () {
    if (process.platform !== 'linux') this.skip();
    // Each of these takes half a second of a processor; together they need three times that by the clock.
    const many = availableParallelism() * 3;
    const { pool, does, doesWithin } = poolOf({ processes: many }, { wallSeconds: 1 });
    await Promise.all(Array.from({ length: many }, () => does('echo', {}, 'warm')));

    await Promise.all(Array.from({ length: many }, () => doesWithin('half a second of the processor')));

    expect(pool.status.refused).to.deep.equal({});
  });

  it('CNT-6: bytes come as bytes', async () => {
    const { does } = poolOf();
    const bytes = await does('a megabyte');
    expect([bytes instanceof Uint8Array, bytes.length, bytes[mebibyte - 1]]).to.deep.equal([
      true,
      mebibyte,
      7,
    ]);
  });

  it('CNT-6: so many processes run and no more, so many tasks wait, and the rest is refused', async () => {
    const { pool, does, refusalOf } = poolOf({ processes: 2, mostWaiting: 3 }, { wallSeconds: 2 });
    const hung = [refusalOf('silence'), refusalOf('silence')];
    const waiting = ['a', 'b', 'c'].map((text) => does('echo', {}, text));
    await wait(0);

    expect(pool.status).to.include({ running: 2, waiting: 3 });
    expect(await refusalOf('echo')).to.equal('overloaded');

    expect(await Promise.all(hung)).to.deep.equal(['wall_time', 'wall_time']);
    expect(await Promise.all(waiting)).to.deep.equal(['a', 'b', 'c']);
    // A place is free once the process that was in it is gone, which may be later than the answers.
    while (pool.status.running > 0) await wait(20);
    expect(pool.status).to.deep.include({ running: 0, waiting: 0, completed: 3 });
    expect(pool.status.processes).to.be.within(1, 2);
    expect(pool.status.refused).to.deep.equal({ overloaded: 1, wall_time: 2 });
  });

  it('CNT-6: a process serves one task after another, is replaced after so many, and when a task left much in memory', async () => {
    const { does } = poolOf({ tasksOfAProcess: 3 });
    const pids = [];
    for (let task = 0; task < 4; task += 1) pids.push(await does('its process id'));
    expect([new Set(pids.slice(0, 3)).size, pids[3] === pids[0]]).to.deep.equal([1, false]);

    await does('something held');
    expect(await does('its process id')).to.not.equal(pids[3]);
  });

  it('CNT-6: processes that rest end, the last one stays', async () => {
    const { pool, does } = poolOf({ processes: 2, idleSeconds: 0.2 });
    await Promise.all([does('its process id'), does('its process id')]);

    while (pool.status.processes > 1) await wait(20);
    await wait(500);
    expect(pool.status.processes).to.equal(1);
    expect(await does('echo', {}, 'warm')).to.equal('warm');
  });

  it('CNT-6: the last one stays too where both have rested at the same moment', async () => {
    const { pool, does } = poolOf({ processes: 2, idleSeconds: 0.2 });
    const pids = await Promise.all([does('its process id'), does('its process id')]);
    expect(new Set(pids).size).to.equal(2);

    // Whatever was due meanwhile happens in one turn, before either process can have gone.
    const until = performance.now() + 400;
    while (performance.now() < until);
    while (pool.status.processes > 1) await wait(20);
    await wait(500);

    expect(pool.status.processes).to.equal(1);
  });

  it('CNT-6: a signal ends a task that runs and its process, and takes one that waits out of the line', async () => {
    const { pool, does, refusalOf } = poolOf();
    const pid = Number(await does('its process id'));
    const [running, waiting] = [new AbortController(), new AbortController()];
    const refusals = [
      refusalOf('an endless loop', { signal: running.signal }),
      refusalOf('echo', { signal: waiting.signal }),
    ];
    const last = does('echo', {}, 'last');
    await wait(100);
    waiting.abort(new Error('no longer wanted'));
    running.abort(new Error('stopped'));

    expect((await Promise.all(refusals)).map(String)).to.deep.equal([
      'Error: stopped',
      'Error: no longer wanted',
    ]);
    expect(await last).to.equal('last');
    await untilGone(pid);
    expect(pool.status.refused).to.deep.equal({});
    const over = AbortSignal.abort(new Error('over'));
    expect(String(await refusalOf('echo', { signal: over }))).to.equal('Error: over');
  });

  it('HLT-4: closing lets tasks finish that were taken, refuses others, and leaves no process', async () => {
    const { pool, does, refusalOf } = poolOf();
    const pid = Number(await does('its process id'));
    const taken = [does('echo', {}, 'first'), does('echo', {}, 'second')];
    await wait(0);
    const closed = pool.close();

    expect(await refusalOf('echo')).to.equal('closed');
    expect(await Promise.all(taken)).to.deep.equal(['first', 'second']);
    await closed;
    expect([isRunning(pid), pool.status.processes]).to.deep.equal([false, 0]);
  });

  it('HLT-4: closing waits so long for what hangs and no longer', async () => {
    const { pool, does, refusalOf } = poolOf();
    await does('echo', {}, 'warm');
    const hung = [refusalOf('an endless loop'), refusalOf('echo')];

    await pool.close(0.5);

    expect(await Promise.all(hung)).to.deep.equal(['closed', 'closed']);
    expect(pool.status.processes).to.equal(0);
  });

  it('CNT-6: a process is given no variable but the listed ones, and no socket or file of ours', async () => {
    process.env.CHANCERY_MASTER_KEY = 'secret';
    process.env.CHANCERY_TEST_LISTED = 'shown';
    const path = fileURLToPath(import.meta.url);
    const file = openSync(path, 'r');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { does } = poolOf({ environment: ['CHANCERY_TEST_LISTED'] });

    const given = String(await does('its environment'));
    // What reads TypeScript in the process opens files and sockets of its own, so we look for ours alone.
    const ours = new Set([path, ...ownDescriptors().filter((target) => target.startsWith('socket:'))]);
    const theirs = String(await does('its descriptors')).split('\n');

    closeSync(file);
    server.close();
    delete process.env.CHANCERY_MASTER_KEY;
    delete process.env.CHANCERY_TEST_LISTED;
    expect(JSON.parse(given)).to.deep.equal({ CHANCERY_TEST_LISTED: 'shown' });
    // Our file, the server, and our ends of the channel and of its error output.
    expect([...ours]).to.have.lengthOf.at.least(4);
    // It has at least its end of the channel.
    expect(theirs.filter((target) => target.startsWith('socket:'))).to.have.lengthOf.at.least(1);
    expect(theirs.filter((target) => ours.has(target))).to.deep.equal([]);
  });

  it('CNT-6: a process ends when ours is killed, even in an endless loop', async () => {
    const host = spawn(
      process.execPath,
      [
        '--conditions=@chancery/source',
        '--import=tsx',
        fileURLToPath(moduleBeside(import.meta.url, './testing/host-program')),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const pids = await pidsOf(host);
    expect(pids.map(isRunning)).to.deep.equal([true, true]);

    host.kill('SIGKILL');

    await Promise.all(pids.map(untilGone));
  });

  it('CNT-6: without a process that starts a task is refused, and the pool says so until one does', async () => {
    const { pool, refusalOf } = poolOf({ limits: { memoryMebibytes: 1 } });

    expect(await refusalOf('echo')).to.equal('not_started');
    expect(pool.status).to.include({ canStart: false, processes: 0, running: 0 });
  });

  it('CNT-6: what a process uses is read alike on systems with and without /proc', () => {
    const [byProc, byPs] = [usageOf(process.pid), usageByPs(process.pid)];

    expect(byPs?.residentMebibytes).to.be.within(
      (byProc?.residentMebibytes ?? 0) * 0.7,
      (byProc?.residentMebibytes ?? 0) * 1.4,
    );
    expect(byPs?.processorSeconds).to.be.within(
      Math.floor(byProc?.processorSeconds ?? 0) - 1,
      (byProc?.processorSeconds ?? 0) + 2,
    );
    expect(usageOf(2 ** 22 + 1)).to.equal(null);
  });
});

/** What the host says of its two children: one that loops, and one that rests. */
async function pidsOf(host: ChildProcess): Promise<readonly number[]> {
  const [said] = (await once(host.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return JSON.parse(said.toString()) as number[];
}
