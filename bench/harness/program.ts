import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { record } from './recorded.ts';

/**
 * How much of something a program does: usually, and in the short form of it. A program one of whose amounts has a short
 * form takes part in `npm run bench`.
 */
interface Amount {
  readonly usual: number | string;
  readonly short?: number | string;
}

type Values<Amounts> = {
  readonly [Name in keyof Amounts]: Amounts[Name] extends { readonly usual: number } ? number : string;
};

const isShort = process.env.CHANCERY_BENCH_SHORT !== undefined;

/**
 * Every program begins with this. It says how much is to be measured, by default or by a variable such as
 * CHANCERY_BENCH_ROUNDS, and prints that, the machine and its load; the load once more when the program ends.
 */
export function program<Amounts extends Readonly<Record<string, Amount>>>(amounts: Amounts): Values<Amounts> {
  const values = Object.fromEntries(
    Object.entries(amounts).map(([name, { usual, short = usual }]) => {
      const set = process.env[variableOf(name)] ?? (isShort ? short : usual);
      return [name, typeof usual === 'number' ? Number(set) : String(set)];
    }),
  );
  printSetting('machine', machine());
  const said = Object.entries(values).map(([name, value]) => `${variableOf(name)}=${value}`);
  if (said.length > 0) printSetting('amounts', said.join(' '));
  printLoad('at the start');
  process.once('exit', () => printLoad('at the end'));
  return values as Values<Amounts>;
}

/** One more thing without which the figures mean nothing. */
export function printSetting(name: string, value: string): void {
  console.log(`${name}: ${value}`);
  record({ setting: name, value });
}

/** The names and values of an environment, say. */
export const pairsOf = (settings: object): string =>
  Object.entries(settings)
    .map((pair) => pair.join('='))
    .join(' ');

/** Of the last minute, five and fifteen. */
export function printLoad(when: string): void {
  const load = loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
  console.log(`load average ${when}: ${load}\n`);
  record({ load, when });
}

const variableOf = (name: string): string =>
  `CHANCERY_BENCH_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const machine = (): string =>
  [
    `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'of a model that is not said'})`,
    `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`,
    `${process.platform}`,
    `Node ${process.version}`,
  ].join(', ');
