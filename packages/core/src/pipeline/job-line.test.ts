import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { ClaimedJob, HeldJob, JobStore } from '../kernel/outbox.ts';
import { JobLine, longestJobWaitMilliseconds, mostUnsettledJobs } from './job-line.ts';

const noon = Date.parse('2026-11-23T12:00:00.000Z');

const aJob = (id: string, over: Partial<ClaimedJob> = {}): ClaimedJob => ({
  id,
  workspaceId: null,
  queue: 'mail',
  topic: 'test.topic',
  payload: {},
  attempts: 1,
  maxAttempts: 12,
  correlationId: id,
  createdAt: new Date(noon).toISOString(),
  ...over,
});
const jobs = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, number) => aJob(`${prefix}${number}`));

/** A line of two slots over a store that gives out what a test has put there; jobs run until the test ends them. */
function aLine({ claimsAhead = true } = {}) {
  const due: ClaimedJob[] = [];
  const claims: { readonly free: number; readonly ahead: number; readonly given: number }[] = [];
  const released: string[] = [];
  const succeeded: string[] = [];
  const running = new Map<string, () => void>();
  const begun: string[] = [];
  let mostRunning = 0;
  let now = noon;
  let commit: () => Promise<void> = async () => undefined;
  const idsOf = (held: readonly HeldJob[]) => held.map(({ id }) => id);
  const store: Pick<JobStore, 'claim' | 'succeed' | 'release'> = {
    async claim(_queue, free, _leases, _now, ahead = 0) {
      const claimed = due.splice(0, free + ahead);
      claims.push({ free, ahead, given: claimed.length });
      return claimed;
    },
    async succeed(held) {
      await commit();
      succeeded.push(...idsOf(held));
      return held.length;
    },
    async release(held) {
      released.push(...idsOf(held));
    },
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const line = new JobLine(
    // Of the store, a line uses these three.
    { jobs: store as JobStore, clock: { now: () => new Date(now).toISOString() }, log },
    {
      queue: 'mail',
      slots: 2,
      claimsAhead,
      leases: { '': 120 },
      async run({ id }, settled) {
        begun.push(id);
        await new Promise<void>((end) => {
          running.set(id, end);
          mostRunning = Math.max(mostRunning, running.size);
        });
        running.delete(id);
        await settled();
        return 'succeeded';
      },
    },
  );
  return {
    line,
    due,
    claims,
    released,
    succeeded,
    begun,
    running,
    mostRunning: () => mostRunning,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Commits wait for what is returned. */
    holdCommits() {
      let open: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        open = resolve;
      });
      commit = () => held;
      return open;
    },
    end: (id: string) => running.get(id)?.(),
    /** Ends everything that runs, until nothing does. */
    async endAll() {
      for (let idle = 0; idle < 5; idle += 1) {
        if (running.size > 0) idle = 0;
        for (const end of [...running.values()]) end();
        await turn();
      }
    },
  };
}

/** The same with a quick job behind it and so many that wait for the two slots. */
async function aLineWithJobsAhead(count: number) {
  const made = aLine();
  made.due.push(aJob('first'));
  await made.line.fill();
  made.due.push(...jobs('job', count + 2));
  made.end('first');
  await turn();
  await turn();
  return made;
}

describe('the jobs of one queue in one process', () => {
  it('JOB-4: are claimed for the free slots at first, and ahead of them once they turn out quick; no more run at once than there are slots', async () => {
    const { line, due, claims, mostRunning, succeeded, endAll } = aLine();
    due.push(...jobs('job', 150));

    await line.fill();
    await endAll();

    expect(claims[0]).to.deep.equal({ free: 2, ahead: 0, given: 2 });
    expect(Math.max(...claims.map(({ ahead }) => ahead))).to.equal(100);
    expect(claims.filter(({ given }) => given > 0).length).to.be.lessThan(6);
    expect([mostRunning(), succeeded.length]).to.deep.equal([2, 150]);
  });

  it('WHK-8: deliveries are never claimed ahead', async () => {
    const { line, due, claims, endAll } = aLine({ claimsAhead: false });
    due.push(...jobs('job', 9));

    await line.fill();
    await endAll();

    expect(claims.filter(({ ahead }) => ahead !== 0)).to.deep.equal([]);
  });

  it('JOB-4: what has waited for a slot for a second is begun, and what has waited longer is given back', async () => {
    for (const [waited, begins] of [
      [longestJobWaitMilliseconds, true],
      [longestJobWaitMilliseconds + 1, false],
    ] as const) {
      const { begun, released, advance, end } = await aLineWithJobsAhead(3);
      expect(begun).to.deep.equal(['first', 'job0', 'job1']);
      advance(waited);

      end('job0');
      await turn();

      expect(begun.includes('job2')).to.equal(begins);
      expect(released).to.deep.equal(begins ? [] : ['job2', 'job3', 'job4']);
    }
    expect(longestJobWaitMilliseconds).to.equal(1000);
  });

  it('JOB-4: what waits behind jobs that do not end is given back by the poll, and nothing more is claimed ahead', async () => {
    const { line, released, claims, advance } = await aLineWithJobsAhead(3);
    advance(longestJobWaitMilliseconds + 1);
    const before = claims.length;

    await line.fillQuietly();

    expect(released).to.deep.equal(['job2', 'job3', 'job4']);
    expect(claims.length).to.equal(before);
  });

  it('JOB-4: a job that may not wait takes the free slot, whatever was claimed with it', async () => {
    const { line, due, begun, end } = await aLineWithJobsAhead(0);
    due.push(aJob('fresh1'), aJob('fresh2'), aJob('again', { attempts: 2 }));
    due.push(aJob('only', { maxAttempts: 1 }));
    for (const id of ['job0', 'job1']) end(id);
    await turn();
    await turn();
    await line.fillQuietly();

    expect(begun.slice(3)).to.deep.equal(['again', 'only']);
  });

  it('HLT-4: a process that stops gives back what waits, begins nothing more, and lets what runs come to its end', async () => {
    const { line, begun, released, succeeded, endAll } = await aLineWithJobsAhead(3);

    await line.close();
    await endAll();
    await line.idle();

    expect(released).to.deep.equal(['job2', 'job3', 'job4']);
    expect(begun).to.deep.equal(['first', 'job0', 'job1']);
    expect(succeeded).to.deep.equal(['first', 'job0', 'job1']);
  });

  it('HLT-4: at the end of the drain what runs is given back, and what has ended is not: its end is being written', async () => {
    const { line, released, succeeded, end, holdCommits } = await aLineWithJobsAhead(0);
    const commit = holdCommits();
    end('job0');
    await turn();

    await line.release();
    expect(released).to.deep.equal(['job1']);
    commit();
    await turn();

    expect(succeeded).to.deep.equal(['first', 'job0']);
  });

  it('JOB-3: a slot is free as soon as its handler is through, but no more than two hundred ends are unwritten', async () => {
    const { line, due, begun, succeeded, holdCommits, endAll } = aLine();
    const commit = holdCommits();
    due.push(...jobs('job', 500));

    await line.fill();
    await endAll();
    // The slots had their jobs when the last end was noted.
    expect(begun.length).to.be.within(mostUnsettledJobs, mostUnsettledJobs + 2);
    expect([succeeded.length, mostUnsettledJobs]).to.deep.equal([0, 200]);
    commit();
    await endAll();

    expect([begun.length, succeeded.length, new Set(succeeded).size]).to.deep.equal([500, 500, 500]);
  });

  it('JOB-2: a wake-up is answered when its job has ended here, and costs no claim if it has already', async () => {
    const { line, due, claims, end } = aLine();
    due.push(aJob('one'));
    let answered = false;
    const waking = line.wakeUp('one').then(() => {
      answered = true;
    });
    await turn();
    expect(answered).to.equal(false);
    end('one');
    await waking;
    await line.idle();
    due.push(aJob('two'));
    const again = line.wakeUp('two');
    await turn();
    end('two');
    await line.idle();
    await again;
    const before = claims.length;

    await line.wakeUp('two');
    expect(claims.length).to.equal(before);
    await line.wakeUp('two');

    expect(claims.length).to.equal(before + 1);
  });
});
