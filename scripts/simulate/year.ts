import type { Database } from '@chancery/adapters-persistence';
import { isFailure } from '@chancery/core';
import type { Act } from './acts/act.ts';
import { clients } from './acts/clients.ts';
import { documents } from './acts/documents.ts';
import { planning } from './acts/planning.ts';
import { records } from './acts/records.ts';
import { signing } from './acts/signing.ts';
import { invariants } from './invariants.ts';
import { openPractice, type Practice } from './practice.ts';
import { ProcessLost } from './unreliable-units.ts';

const acts: readonly Act[] = [...planning, ...documents, ...signing, ...clients, ...records];
const weights = acts.reduce((sum, { weight }) => sum + weight, 0);

export interface YearReport {
  readonly seed: number;
  readonly days: number;
  readonly calls: number;
  readonly events: number;
  readonly losses: number;
  readonly repeats: number;
  readonly mailAway: number;
  readonly daysWithoutWorker: number;
  readonly databaseAway: number;
  readonly clockBack: number;
  readonly checked: number;
  readonly refused: readonly (readonly [code: string, count: number])[];
  /** What did not hold, each with its day; empty if all is well. */
  readonly broken: readonly string[];
}

export interface YearOptions {
  readonly seed: number;
  readonly days: number;
  readonly database: Database;
  onDay?(day: number, broken: number): void;
}

/** A practice of twenty people, day by day, with whatever goes wrong in a year; what must hold is checked each evening. */
export async function simulatedYear({ seed, days, database, onDay }: YearOptions): Promise<YearReport> {
  const practice = await openPractice(seed, database);
  const faults = { daysWithoutWorker: 0, databaseAway: 0, mailAway: 0, clockBack: 0 };
  const broken: string[] = [];
  let checked = 0;
  for (let day = 1; day <= days; day += 1) {
    const isWorked = await oneDay(practice, faults);
    for (const { name, afterWork = false, check } of invariants) {
      if (afterWork && !isWorked) continue;
      checked += 1;
      broken.push(...(await check(practice)).map((sentence) => `day ${day}, ${name}: ${sentence}`));
    }
    onDay?.(day, broken.length);
    if (broken.length > 20) break;
  }
  const { world, tally, units } = practice;
  const [row] = await world.sql<{ seq: string }>('select last_seq seq from audit_head where ledger_id = $1', [
    world.workspaceId,
  ]);
  const { calls, repeats } = tally;
  return {
    ...{ seed, days, calls, repeats, checked, broken, ...faults },
    events: Number(row?.seq ?? 0),
    losses: units.losses,
    refused: [...tally.refused].sort(([, a], [, b]) => b - a),
  };
}

/** A morning, an afternoon and an evening; true if all background work was done by the end. */
async function oneDay(
  practice: Practice,
  faults: { daysWithoutWorker: number; databaseAway: number; mailAway: number; clockBack: number },
) {
  const { world, random, units } = practice;
  units.lostInThousand = random.is(0.3) ? random.below(40) : 0;
  const worksToday = !random.is(0.1);
  if (!worksToday) faults.daysWithoutWorker += 1;
  for (let part = 0; part < 4; part += 1) {
    if (random.is(0.05)) {
      units.awayFor = random.below(6);
      faults.databaseAway += 1;
    }
    // A clock that is set back a little, as time servers do.
    if (random.is(0.02)) {
      world.clock.advance({ minutes: -3 });
      faults.clockBack += 1;
    }
    const isMailAway = random.is(0.1);
    world.ports.mail.failure = isMailAway ? new Error('the mail server is away') : null;
    if (isMailAway) faults.mailAway += 1;
    for (let count = random.below(6); count > 0; count -= 1) await drawn(practice).run(practice);
    if (worksToday) await workedOff(practice);
    world.clock.advance({ hours: 6 });
  }
  units.lostInThousand = 0;
  units.awayFor = 0;
  world.ports.mail.failure = null;
  if (!worksToday) return false;
  // What failed is tried again after a while; the evening has several such whiles.
  for (let count = 0; count < 6; count += 1) {
    await workedOff(practice);
    world.clock.advance({ minutes: 20 });
  }
  return true;
}

function drawn({ random }: Practice): Act {
  let at = random.below(weights);
  for (const act of acts) {
    at -= act.weight;
    if (at < 0) return act;
  }
  throw new RangeError('The weights do not add up');
}

/** Does what is due; a process that is lost meanwhile leaves its work to the next. */
async function workedOff({ world, tally }: Practice): Promise<void> {
  try {
    await world.worker.drain();
  } catch (error) {
    if (!(error instanceof ProcessLost) && !(isFailure(error) && error.code === 'dependency.unavailable'))
      throw error;
    tally.repeats += 1;
  }
}
