import { openMigratedPglite } from '../packages/adapters-persistence/src/testing/snapshot.ts';
import { simulatedYear, type YearReport } from './simulate/year.ts';

/** `npm run simulate -- --days 365 --seed 7 --seeds 3`: the virtual years of a practice, one for each seed. */
const given = new Map<string, number>();
for (let at = 2; at < process.argv.length; at += 2) {
  const [name = '', value = ''] = [process.argv[at]?.replace(/^--/, ''), process.argv[at + 1]];
  if (!['days', 'seed', 'seeds'].includes(name) || !/^\d{1,9}$/.test(value)) {
    console.error('Usage: npm run simulate -- [--days 365] [--seed 1] [--seeds 1]');
    process.exit(2);
  }
  given.set(name, Number(value));
}
const days = given.get('days') ?? 365;
const first = given.get('seed') ?? 1;
const reports: YearReport[] = [];
for (let seed = first; seed < first + (given.get('seeds') ?? 1); seed += 1) {
  const database = await openMigratedPglite();
  const isTerminal = process.stderr.isTTY;
  reports.push(
    await simulatedYear({
      ...{ seed, days, database },
      onDay(day, broken) {
        if (isTerminal) process.stderr.write(`\rSeed ${seed}: day ${day} of ${days}, ${broken} broken `);
        else if (day % 30 === 0)
          process.stderr.write(`Seed ${seed}: day ${day} of ${days}, ${broken} broken\n`);
      },
    }),
  );
  if (isTerminal) process.stderr.write('\n');
  await database.close();
}
console.table(reports.map(({ refused: _, broken, ...figures }) => ({ ...figures, broken: broken.length })));
for (const { seed, refused } of reports)
  console.log(
    `Seed ${seed} was refused: ${refused.map(([code, count]) => `${code} ${count}`).join(', ') || 'nothing'}`,
  );
const broken = reports.flatMap((report) =>
  report.broken.map((sentence) => `Seed ${report.seed}, ${sentence}`),
);
if (broken.length > 0) console.error(broken.join('\n'));
process.exitCode = broken.length === 0 ? 0 : 1;
