import { writeFileSync } from 'node:fs';
import { callBuffers } from './buffers.ts';
import { type MeetingPlace, meetingPlace } from './meeting-place.ts';
import { median, printTable, quantile } from './printed-table.ts';
import { type Seeder, seedWorkspace } from './seed.ts';
import { mostGrowth, shownRows, verdictOf } from './shown-rows.ts';
import { lookInto } from './statements.ts';
import type { Asked } from './timed-request.ts';

/** A call whose time is measured in a workspace with few things and in one with many. */
export interface GrowingCall {
  readonly name: string;
  path(place: MeetingPlace): Promise<string>;
  /** Where something is created there: what each further call creates. */
  readonly creates?: (place: MeetingPlace) => Promise<(number: number) => object>;
}

export interface Growing {
  /** What is counted, such as `documents`. */
  readonly things: string;
  /** How many are in the workspace that is alone in its database, and how many in the one that is not. */
  readonly few: number;
  readonly many: number;
  /** Puts so many into a workspace. */
  readonly seed: (seeder: Seeder, workspaceId: string, ownerId: string, amount: number) => Promise<void>;
  /** The workspaces beside the larger one, and how many things each of them has. */
  readonly others: { readonly workspaces: number; readonly each: number };
  /** The tables that grow while these are filled. */
  readonly tables: readonly string[];
  readonly calls: readonly GrowingCall[];
  readonly rounds: number;
  readonly repeat: number;
  /** A file for the plans; empty for none. */
  readonly plans: string;
  /** What is done with the larger workspace in the end. */
  readonly afterwards?: (place: MeetingPlace) => Promise<void>;
  /** Further columns: the title of each, and its figure for a call in the larger workspace. */
  readonly further?: Readonly<Record<string, (place: MeetingPlace, path: string) => Promise<string>>>;
}

/** Prints what each call takes in both workspaces, how that grows, and how many pages of the database it touches. */
export async function printGrowth(growing: Growing): Promise<void> {
  const { things, few, many, calls, further = {} } = growing;
  const begun = performance.now();
  const since = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  const places: MeetingPlace[] = [];
  try {
    for (const [amount, workspaces] of [
      [few, 0],
      [many, growing.others.workspaces],
    ] as const) {
      places.push(await filledPlace(growing, amount, workspaces));
      console.log(`${amount} ${things} are there after ${since()}`);
    }
    const rows: (string | number)[][] = [];
    for (const call of calls) {
      rows.push(await rowOf(growing, call, places as [MeetingPlace, MeetingPlace]));
      console.error(`${since()}: ${call.name}`);
    }
    printTable(
      [
        `${few} and ${many} ${things}`,
        'p50 small, ms',
        'p50, ms',
        'p95, ms',
        'growth of p50',
        `<= ${mostGrowth} of as many rows`,
        'rows small',
        'rows',
        'pages small',
        'pages',
        ...Object.keys(further),
      ],
      rows,
    );
    const [, larger] = places;
    if (larger !== undefined) await growing.afterwards?.(larger);
  } finally {
    for (const place of places) await place.drop().catch(console.error);
  }
}

/** The owner's workspace with so many things, beside so many others. */
export async function filledPlace(
  { seed, others, tables }: Pick<Growing, 'seed' | 'others' | 'tables'>,
  amount: number,
  workspaces: number,
): Promise<MeetingPlace> {
  const meetings = { meetings: 1, members: 10, membersOfMeeting: 1, sessionsOfSeries: 14, visitors: 0 };
  const place = await meetingPlace('postgres', meetings, async ({ client }) => {
    for (let number = 1; number <= workspaces; number += 1) {
      const { workspaceId } = await seedWorkspace(client, { members: 3, meetings: 0, projects: 0 });
      await seed(client, workspaceId, `usr_${'0'.repeat(32)}`, others.each);
      // Checks of foreign keys keep the plan of an empty table, which reads all of it for each row, until there are newer statistics.
      if (Number.isInteger(Math.log2(number)))
        await client.query(`analyze ${['workspaces', 'accounts', ...tables].join()}`);
    }
  });
  const client = place.database?.client;
  if (client === undefined) throw new Error('This runs on PostgreSQL');
  const { rows } = await client.query<{ owner: string }>(
    'select user_id "owner" from memberships where workspace_id = $1 and role = \'owner\'',
    [place.workspaceId],
  );
  await seed(client, place.workspaceId, rows[0]?.owner ?? '', amount);
  await client.query('vacuum analyze');
  return place;
}

async function rowOf(
  { rounds, repeat, plans, further = {} }: Growing,
  { name, path, creates }: GrowingCall,
  [few, many]: readonly [MeetingPlace, MeetingPlace],
): Promise<(string | number)[]> {
  const [pathOfFew, pathOfMany] = [await path(few), await path(many)];
  const [askFew, askMany] = [
    asking(pathOfFew, await creates?.(few)),
    asking(pathOfMany, await creates?.(many)),
  ];
  const [timesOfFew, timesOfMany]: [number[][], number[][]] = [[], []];
  const shown: [string, string] = ['', ''];
  for (let round = -1; round < rounds; round += 1)
    for (const [index, place, asked, times] of [
      [0, few, askFew, timesOfFew],
      [1, many, askMany, timesOfMany],
    ] as const) {
      const batch: number[] = [];
      for (let turn = 0; turn < repeat; turn += 1) {
        const { milliseconds, text } = await place.ask(asked());
        batch.push(milliseconds);
        shown[index] = shownRows(text);
      }
      // The first round warms up.
      if (round >= 0) times.push(batch);
    }
  const growth = median(timesOfMany.map((times, round) => median(times) / median(timesOfFew[round] ?? [])));
  const figures = [
    quantile(timesOfFew.flat(), 0.5).toFixed(1),
    quantile(timesOfMany.flat(), 0.5).toFixed(1),
    quantile(timesOfMany.flat(), 0.95).toFixed(1),
    growth.toFixed(2),
    verdictOf(growth, shown),
    ...shown,
  ];
  const row = [
    name,
    ...figures,
    callBuffers(await plansOf(few, askFew, name)),
    callBuffers(await plansOf(many, askMany, name, plans)),
  ];
  for (const figure of Object.values(further)) row.push(await figure(many, pathOfMany));
  return row;
}

/** Asks for the same again and again, or creates something new each time. */
function asking(path: string, created?: (number: number) => object): () => Asked {
  let number = 0;
  return () => {
    if (created === undefined) return { path };
    number += 1;
    return { path, method: 'POST', body: created(number) };
  };
}

/** The plans of the statements of a call, with the pages that they touch; they go into a file if one is named. */
async function plansOf(place: MeetingPlace, asked: () => Asked, name: string, file = ''): Promise<string> {
  const looked = await lookInto(place);
  try {
    // The first call shows who asks, and the second, which is then read ahead, whether it is read in turns: that one reads twice.
    for (let turn = 0; turn < 2; turn += 1) await looked.place.ask(asked());
    const { statements } = await looked.during(() => looked.place.ask(asked()));
    const text = await looked.plansOf(name, statements);
    if (file !== '') writeFileSync(file, text, { flag: 'a' });
    return text;
  } finally {
    await looked.close();
  }
}
