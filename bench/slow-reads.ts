import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { world } from '@chancery/adapters-persistence/testing';
import type { UseCase } from '@chancery/core';
import { useCases } from '@chancery/core/internal';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// What other calls wait while one read takes ten seconds (PLT-21), on the embedded database, which has one connection:
// nothing slow, a read that composes after its transaction, and for comparison a call that waits inside of it.
const { seconds, callers } = program({ seconds: { usual: 10, short: 1 }, callers: { usual: 4 } });
/** How long the composing read keeps the processor before it lets others have it. */
const sliceMilliseconds = 10;

type Work = () => Promise<void>;

/** Waits for somebody else: another process, a worker thread, a service. */
const waiting: Work = () => pause(seconds * 1000);

/** Keeps the processor of this thread for all that time, in slices. */
const computing: Work = async () => {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const sliceEnd = performance.now() + sliceMilliseconds;
    while (performance.now() < sliceEnd) Math.sqrt(Math.random());
    await turn();
  }
};

/** A read like another one, with slow work added to it. */
const reading = useCases().find(({ name }) => name === 'getWorkspace')?.useCase;
if (reading === undefined) throw new Error('There is no such read');
const composing = (work: Work): UseCase => ({
  ...reading,
  async compose(read) {
    await work();
    return read;
  },
});
const inside = (work: Work): UseCase => ({
  ...reading,
  kind: 'command',
  async run(input, context) {
    const read = await reading.run(input, context);
    await work();
    return read;
  },
});

const { chancery, owner } = await world({ settings: { rateLimitScale: 0, checkAnswers: false } });
const calls: readonly (() => Promise<unknown>)[] = [
  () => chancery.workspace.getWorkspace({}, owner.session),
  () => chancery.workspace.listProjects({}, owner.session),
  () => chancery.workspace.createProject({ name: `Project ${Math.random()}` }, owner.session),
];

/** The milliseconds of each call that others make until the work is done. */
async function meanwhile(work: Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const caller = async (first: number) => {
    for (let next = first; !isDone; next += 1) {
      const begin = performance.now();
      await calls[next % calls.length]?.();
      taken.push(performance.now() - begin);
      await pause(5);
    }
  };
  await Promise.all([done, ...Array.from({ length: callers }, (_, index) => caller(index))]);
  return taken.toSorted((a, b) => a - b);
}

const run = (useCase: UseCase) => chancery.execute('report', useCase, {}, owner.session);
for (const call of calls) await call();
const measured: (readonly [string, () => Promise<unknown>])[] = [
  ['nothing slow', waiting],
  ['a read that waits after its transaction', () => run(composing(waiting))],
  ['a read that computes after its transaction', () => run(composing(computing))],
  ['a call that waits inside of its transaction', () => run(inside(waiting))],
];
const rows: (string | number)[][] = [];
for (const [what, work] of measured) {
  const taken = await meanwhile(work());
  const at = (share: number) => (taken[Math.floor((taken.length - 1) * share)] ?? Number.NaN).toFixed(1);
  rows.push([what, taken.length, at(0.5), at(0.99), at(1)]);
}
printTable(
  [`for ${seconds} s, beside ${callers} callers`, 'their calls', 'p50 ms', 'p99 ms', 'max ms'],
  rows,
);
process.exit(0);
