import { setTimeout as wait } from 'node:timers/promises';
import { heapAfterCollection, mebibyte } from './harness/memory.ts';
import { mixedCalls } from './harness/mixed-calls.ts';
import { median, printTable } from './harness/printed-table.ts';
import { printSetting, program } from './harness/program.ts';
import { type DatabaseKind, seededServer } from './harness/seeded-server.ts';

// Mixed load for an hour: what of the heap is in use after a collection, and the resident memory, over time. The first third
// warms caches up; of the rest the slope is shown, and what it adds up to.
const { minutes, samples, callers, databases } = program({
  minutes: { usual: 60, short: 0.1 },
  samples: { usual: 30, short: 6 },
  callers: { usual: 8 },
  databases: { usual: 'pglite,postgres' },
});
const amounts = { members: 1000, meetings: 250, projects: 500 };
const pauseMilliseconds = (minutes * 60_000) / samples;

interface Sample {
  readonly minutes: number;
  readonly heap: number;
  readonly outside: number;
  readonly resident: number;
  readonly requests: number;
}

for (const kind of databases.split(',') as DatabaseKind[]) {
  const place = await seededServer(kind, amounts);
  try {
    const calls = await mixedCalls(place);
    if (kind === databases.split(',')[0]) printSetting('calls', calls.names.join(', '));
    let isOver = false;
    const loading = Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let turn = caller; !isOver; turn += 1) await calls.make(turn);
      }),
    );
    const taken: Sample[] = [];
    const begun = performance.now();
    for (let sample = 0; sample <= samples; sample += 1) {
      await Promise.race([wait(sample === 0 ? 0 : pauseMilliseconds), loading]);
      const { heapUsed, external, rss } = await heapAfterCollection(place.server, place.folder);
      taken.push({
        minutes: (performance.now() - begun) / 60_000,
        heap: heapUsed / mebibyte,
        outside: external / mebibyte,
        resident: rss / mebibyte,
        requests: calls.made(),
      });
    }
    isOver = true;
    await loading;
    printSamples(kind, taken);
  } finally {
    await place.drop();
  }
}

function printSamples(kind: string, taken: readonly Sample[]): void {
  printTable(
    [
      `${kind}, minutes`,
      'heap in use after collection, MiB',
      'outside of the heap, MiB',
      'RSS, MiB',
      'requests',
    ],
    taken.map((sample) => [
      sample.minutes.toFixed(1),
      sample.heap.toFixed(1),
      sample.outside.toFixed(1),
      sample.resident.toFixed(0),
      sample.requests,
    ]),
  );
  console.log();
  const settled = taken.slice(Math.floor(taken.length / 3));
  printTable(
    [`${kind}, after the first third`, 'first half, MiB', 'second half, MiB', 'slope, MiB an hour'],
    (['heap', 'outside', 'resident'] as const).map((field) => {
      const half = Math.floor(settled.length / 2);
      const of = (part: readonly Sample[]) => median(part.map((sample) => sample[field])).toFixed(1);
      return [field, of(settled.slice(0, half)), of(settled.slice(half)), slopeOf(settled, field).toFixed(1)];
    }),
  );
  console.log();
}

/** Of the line that fits best, an hour. */
function slopeOf(taken: readonly Sample[], field: 'heap' | 'outside' | 'resident'): number {
  const mean = (value: (sample: Sample) => number) =>
    taken.reduce((sum, sample) => sum + value(sample), 0) / taken.length;
  const [middle, height] = [mean((sample) => sample.minutes), mean((sample) => sample[field])];
  const spread = mean((sample) => (sample.minutes - middle) ** 2);
  const shared = mean((sample) => (sample.minutes - middle) * (sample[field] - height));
  return (shared / spread) * 60;
}
