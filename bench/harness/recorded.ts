import { appendFileSync } from 'node:fs';

/** What a program prints, as `npm run bench` gathers it. */
export type Recorded =
  | { readonly setting: string; readonly value: string }
  | { readonly load: string; readonly when: string }
  | { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Adds it to the file of CHANCERY_BENCH_RECORD, one line of JSON each; does nothing without one. */
export function record(line: Recorded): void {
  const file = process.env.CHANCERY_BENCH_RECORD;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
