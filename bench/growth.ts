import { appendFileSync } from 'node:fs';
import { callBuffers } from './harness/buffers.ts';
import { type MeetingPlace, meetingPlace } from './harness/meeting-place.ts';
import { type MeetingStep, meetingSteps } from './harness/meeting-steps.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';
import { mostGrowth, shownRows, verdictOf } from './harness/shown-rows.ts';
import { type Looked, lookInto } from './harness/statements.ts';

// Lists, single reads and searches of the owner of a workspace with few meetings, alone in its database, and of one with very
// many among a thousand other workspaces, in turns: p50, processor time, and the pages of the database that each call reads.
const { small, meetings, workspaces, members, rounds, repeat, only } = program({
  small: { usual: 100 },
  meetings: { usual: 1_000_000, short: 3000 },
  workspaces: { usual: 1000, short: 2 },
  members: { usual: 1000, short: 200 },
  rounds: { usual: 7, short: 1 },
  repeat: { usual: 30, short: 5 },
  only: { usual: '' },
});
const others = { members: 10, meetings: 20, projects: 5 };
/** As few rows a meeting as its shape allows: a host, a guest, and of a series two weeks to come. */
const shape = { members, membersOfMeeting: 1, sessionsOfSeries: 14, visitors: 0 };
const pattern = new RegExp(only);

const begun = performance.now();
const since = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const places: MeetingPlace[] = [];
try {
  for (const amount of [small, meetings]) {
    const place = await meetingPlace('postgres', { ...shape, meetings: amount }, async (database) => {
      for (let number = 0; amount === meetings && number < workspaces; number += 1)
        await seedWorkspace(database.client, others);
    });
    places.push(place);
    console.log(`${amount} meetings are there after ${since()}`);
  }
  const [few, many] = places as [MeetingPlace, MeetingPlace];
  const calls = await readsOf(few, many);
  const timed: Growth[] = [];
  for (const call of calls) timed.push(await timedIn(few, many, call));
  for (const place of places) await place.stop();
  const looked = [await lookInto(few), await lookInto(many)] as const;
  const rows: (string | number)[][] = [];
  for (const [index, { name, step }] of calls.entries()) {
    const pages = [await pagesOf(looked[0], step), await pagesOf(looked[1], step)] as const;
    rows.push([name, ...(timed[index]?.cells ?? []), ...pages, (pages[1] / pages[0]).toFixed(2)]);
  }
  for (const each of looked) await each.close();
  printTable(
    [
      `${small} and ${meetings} meetings`,
      'p50 small, ms',
      'p50, ms',
      'growth of p50',
      `<= ${mostGrowth} of as many rows`,
      'rows small',
      'rows',
      'cpu small, ms',
      'cpu, ms',
      'growth of cpu',
      'pages small',
      'pages',
      'growth of pages',
    ],
    rows,
  );
} finally {
  for (const place of places) await place.drop().catch(console.error);
}

interface Call {
  readonly name: string;
  readonly step: MeetingStep;
  readonly asks: readonly Awaited<ReturnType<MeetingStep['prepare']>>[];
}

interface Growth {
  readonly cells: readonly string[];
}

/** All the calls of meetings that only read. */
async function readsOf(...both: readonly MeetingPlace[]): Promise<Call[]> {
  const calls: Call[] = [];
  for (const step of meetingSteps.filter(({ name, grows = true }) => grows && pattern.test(name))) {
    const asks = [];
    for (const place of both) asks.push(await step.prepare(place));
    const { method = 'GET' } = asks[0]?.() ?? {};
    if (method === 'GET') calls.push({ name: step.name, step, asks });
  }
  return calls;
}

async function timedIn(few: MeetingPlace, many: MeetingPlace, { name, asks }: Call): Promise<Growth> {
  const medians: [number[], number[]] = [[], []];
  const times: [number[], number[]] = [[], []];
  const processor = [0, 0];
  const shown: [string, string] = ['', ''];
  for (let round = -1; round < rounds; round += 1)
    for (const [index, place] of [few, many].entries()) {
      const before = place.processorTime();
      const batch: number[] = [];
      for (let turn = 0; turn < repeat; turn += 1) {
        const asked = asks[index]?.();
        if (asked === undefined) continue;
        const { milliseconds, text } = await place.ask(asked);
        batch.push(milliseconds);
        shown[index] = shownRows(text);
      }
      // The first round warms up.
      if (round < 0) continue;
      processor[index] = (processor[index] ?? 0) + place.processorTime() - before;
      medians[index]?.push(median(batch));
      times[index]?.push(...batch);
    }
  const [ofFew, ofMany] = processor.map((each) => each / (rounds * repeat)) as [number, number];
  const growth = median(medians[1].map((each, round) => each / (medians[0][round] ?? Number.NaN)));
  console.error(`${since()}: ${name} ${growth.toFixed(2)}`);
  return {
    cells: [
      quantile(times[0], 0.5).toFixed(1),
      quantile(times[1], 0.5).toFixed(1),
      growth.toFixed(2),
      verdictOf(growth, shown),
      ...shown,
      ofFew.toFixed(1),
      ofMany.toFixed(1),
      (ofMany / ofFew).toFixed(2),
    ],
  };
}

/** The pages that the statements of one call touch, whatever else the machine does. */
async function pagesOf(looked: Looked, step: MeetingStep): Promise<number> {
  const call = await step.prepare(looked.place);
  await looked.place.ask(call());
  const { statements } = await looked.during(() => looked.place.ask(call()));
  const plans = await looked.plansOf(step.name, statements);
  if (process.env.CHANCERY_BENCH_PLANS !== undefined) appendFileSync(process.env.CHANCERY_BENCH_PLANS, plans);
  return callBuffers(plans);
}
