import { growth, type Reading, steepest } from '@chancery/core/testing';
import { fullOf, outsideParsers } from '../packages/server/src/testing/outside-parsers.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Measures what reading costs while the input doubles eight times, for everything that reads text of strangers: of the
// texts that each is given, the one that grows the most steeply.
program({});
const rows: (string | number)[][] = [];
for (const { name, parse, units, from } of outsideParsers) {
  let worst: { readonly unit: string; readonly readings: readonly Reading[]; readonly power: number } | null =
    null;
  for (const unit of units) {
    const readings = await growth(parse, fullOf(unit), { from });
    const power = steepest(readings);
    const costs = (each: readonly Reading[]) => each.at(-1)?.milliseconds ?? 0;
    if (
      worst === null ||
      power > worst.power ||
      (power === worst.power && costs(readings) > costs(worst.readings))
    )
      worst = { unit, readings, power };
  }
  if (worst === null) continue;
  const costs = worst.readings.map(({ milliseconds }) => milliseconds.toFixed(milliseconds < 1 ? 3 : 1));
  rows.push([name, JSON.stringify(worst.unit), from, ...costs, worst.power.toFixed(2)]);
}
printTable(
  [
    'ms of processor',
    'full of',
    'from',
    '×1',
    '×2',
    '×4',
    '×8',
    '×16',
    '×32',
    '×64',
    '×128',
    '×256',
    'power',
  ],
  rows,
);
