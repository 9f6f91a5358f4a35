import { appendFileSync, writeFileSync } from 'node:fs';
import { momentTimeZoneRules } from '@chancery/core';
// What the package keeps to itself: a rule is expanded here without a request around it.
import { expandSeries } from '../packages/core/src/meetings/recurrence/series.ts';
import { type MeetingPlace, meetingPlace } from './harness/meeting-place.ts';
import { meetingSteps } from './harness/meeting-steps.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { lookInto } from './harness/statements.ts';

// The calls of meetings in a workspace of a thousand and in one of a hundred thousand, in turns, against the bounds of the product.
const kind = process.argv[2] ?? 'postgres';
if (kind !== 'postgres' && kind !== 'pglite') throw new Error('Name one of postgres, pglite');
const plansFile = process.env.CHANCERY_BENCH_PLANS;
const {
  rounds,
  meetings: largeAmount,
  small: smallAmount,
  only: pattern,
  ...amounts
} = program({
  rounds: { usual: 7, short: 1 },
  meetings: { usual: 100_000, short: 1000 },
  small: { usual: 1000, short: 100 },
  members: { usual: 10_000, short: 100 },
  /** The members in each meeting, with the organizer among them. */
  membersOfMeeting: { usual: 5 },
  only: { usual: '' },
});
const only = new RegExp(pattern);
const mostMillisecondsOfBatch = 3000;

const begun = performance.now();
const since = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const places: MeetingPlace[] = [];
try {
  for (const meetings of [smallAmount, largeAmount]) {
    places.push(await meetingPlace(kind, { ...amounts, meetings }));
    console.log(`${kind}: ${meetings} meetings are there after ${since()}`);
  }
  const [small, large] = places as [MeetingPlace, MeetingPlace];
  await printSizes(large);
  await measure(small, large);
  printExpansion();
  if (kind === 'postgres') {
    await large.stop();
    await printStatements(large);
  }
} finally {
  for (const place of places) await place.drop().catch(console.error);
}

async function printSizes({ database }: MeetingPlace): Promise<void> {
  if (database === null) return;
  const { rows } = await database.client.query(
    `select relname, reltuples::bigint tuples, pg_size_pretty(pg_total_relation_size(oid)) size from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= 10000 order by pg_total_relation_size(oid) desc`,
  );
  printTable(
    ['table', 'rows', 'with indexes'],
    rows.map(({ relname, tuples, size }) => [relname, Number(tuples), size]),
  );
  console.log();
}

async function measure(...both: readonly [MeetingPlace, MeetingPlace]): Promise<void> {
  const steps = meetingSteps.filter(({ name }) => only.test(name));
  const ready = await Promise.all(
    both.map(async (place) => {
      const calls = [];
      for (const step of steps) calls.push(await step.prepare(place));
      return { place, calls };
    }),
  );
  const table: (string | number)[][] = [];
  for (const [index, { name, bound, repeat = 20, grows = true }] of steps.entries()) {
    const times: [number[], number[]] = [[], []];
    const medians: number[][] = [[], []];
    const processor = [0, 0];
    const bytes = [0, 0];
    for (let round = -1; round < rounds; round += 1) {
      for (const [size, { place, calls }] of ready.entries()) {
        const call = calls[index];
        if (call === undefined) continue;
        const batch: number[] = [];
        const batchBegun = performance.now();
        const usedBefore = place.processorTime();
        while (batch.length < repeat && performance.now() - batchBegun < mostMillisecondsOfBatch) {
          const { milliseconds, text } = await place.ask(call());
          batch.push(milliseconds);
          bytes[size] = text.length;
        }
        if (round < 0) continue;
        processor[size] = (processor[size] ?? 0) + place.processorTime() - usedBefore;
        times[size]?.push(...batch);
        medians[size]?.push(median(batch));
      }
    }
    const [few = [], many = []] = times;
    const ratios = (medians[1] ?? []).map((value, round) => value / (medians[0]?.[round] ?? Number.NaN));
    const p95 = quantile(many, 0.95);
    console.error(
      `${since()}: ${name} ${quantile(few, 0.5).toFixed(1)} and ${quantile(many, 0.5).toFixed(1)} ms`,
    );
    table.push([
      name,
      quantile(few, 0.5).toFixed(1),
      quantile(many, 0.5).toFixed(1),
      p95.toFixed(1),
      quantile(many, 0.99).toFixed(1),
      bound ?? '',
      bound === undefined ? '' : p95 <= bound ? 'ok' : 'MISSED',
      grows ? median(ratios).toFixed(2) : '',
      ((processor[0] ?? 0) / few.length).toFixed(1),
      ((processor[1] ?? 0) / many.length).toFixed(1),
      bytes[0] ?? 0,
      bytes[1] ?? 0,
    ]);
  }
  printTable(
    [
      'milliseconds',
      'p50 small',
      'p50',
      'p95',
      'p99',
      'bound p95',
      '',
      'growth of p50',
      'cpu small',
      'cpu',
      'bytes small',
      'bytes',
    ],
    table,
  );
  console.log();
}

/** Processor time of a thousand sessions over changes of the clock, of a rule and zone that were not seen before. */
function printExpansion(): void {
  const rules = momentTimeZoneRules();
  const cpu = [
    'FREQ=DAILY;COUNT=1000',
    'FREQ=WEEKLY;COUNT=1000;BYDAY=MO,WE,FR',
    'FREQ=MONTHLY;COUNT=1000;BYDAY=-1FR',
  ].map((rrule, index) => {
    const timeZone = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney'][index] ?? 'UTC';
    const used = Array.from({ length: 11 }, () => {
      const before = process.cpuUsage();
      const slots = expandSeries(
        { rrule, exdates: [], rdates: [] },
        { localStart: '2027-01-29T09:00:00', timeZone, durationMinutes: 60 },
        rules,
      );
      if (slots.length !== 1000) throw new Error(`${rrule} gave ${slots.length}`);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    return [rrule, (used[0] ?? 0).toFixed(1), median(used).toFixed(1), 100];
  });
  printTable(['expansion of 1000, processor ms', 'first', 'median', 'bound'], cpu);
  console.log();
}

async function printStatements(place: MeetingPlace): Promise<void> {
  if (plansFile !== undefined) writeFileSync(plansFile, '');
  const table: (string | number)[][] = [];
  const looked = await lookInto(place);
  try {
    for (const step of meetingSteps.filter(({ name }) => only.test(name))) {
      const call = await step.prepare(looked.place);
      await looked.place.ask(call());
      const { statements, bytes } = await looked.during(() => looked.place.ask(call()));
      table.push([step.name, statements.length, bytes]);
      if (plansFile !== undefined && step.plans !== false)
        appendFileSync(plansFile, await looked.plansOf(step.name, statements));
    }
  } finally {
    await looked.close();
  }
  printTable(['in the database', 'statements', 'bytes of parameters'], table);
  if (plansFile !== undefined) console.log(`\nplans: ${plansFile}`);
}
