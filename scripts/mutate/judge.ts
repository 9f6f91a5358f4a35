import { runTests, type ShownTest } from './child.ts';
import type { CoveredTest } from './coverage.ts';
import type { Program } from './program.ts';
import { rulesOf } from './rules.ts';
import type { Candidate } from './select.ts';

export type Verdict =
  /** A test that names one of its rules failed. */
  | 'own'
  /** Only a test of another rule did. */
  | 'other rule'
  /** Only a test that names no rule did. */
  | 'no rule'
  | 'survived'
  /** The program does not even load, so any test at all would have noticed. */
  | 'not viable';

export interface Outcome {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly shown: string;
  readonly rules: readonly string[];
  readonly verdict: Verdict;
  /** Where it was noticed: the test, and what it said. */
  readonly by?: string;
  readonly message?: string;
  /** How many tests ran to no avail. */
  readonly ran: number;
  readonly seconds: number;
}

/** Runs the tests of the mutant's rules, and where none notices and it is wanted, all others that reach it. */
export async function judged(program: Program, candidate: Candidate, thenAll: boolean): Promise<Outcome> {
  const { mutant, rules, own, others } = candidate;
  const { id, file, line, kind, shown } = mutant;
  const begun = Date.now();
  const first = await noticed(program, candidate, own);
  const second =
    first.verdict === 'survived' && thenAll && others.length > 0
      ? await noticed(program, candidate, others)
      : undefined;
  const { verdict, by, message } = second ?? first;
  return {
    ...{ id, file, line, kind, shown, rules, verdict },
    ...(by === undefined ? {} : { by, message: message ?? '' }),
    ran: first.ran + (second?.ran ?? 0),
    seconds: Math.round((Date.now() - begun) / 100) / 10,
  };
}

interface Noticed {
  readonly verdict: Verdict;
  readonly by?: string;
  readonly message?: string;
  readonly ran: number;
}

async function noticed(
  program: Program,
  { mutant, rules }: Candidate,
  tests: readonly CoveredTest[],
): Promise<Noticed> {
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  const expected = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  let ran = 0;
  let isLoaded = false;
  const failures: { readonly test: ShownTest; readonly message: string; readonly isOfAll: boolean }[] = [];
  const run = {
    files: files.map((file) => program.bundled(file)),
    titles: [...new Set(tests.map(({ title }) => title))],
    collects: false,
    timeout: 60_000,
    // A mutant that never ends is noticed by whoever waits; a busy machine is no reason to say so.
    limit: 120_000 + expected * 6,
    mutant: mutant.number,
    migrates: mutant.file.includes('/migrations/'),
  };
  const ending = await runTests(program.root, run, (message) => {
    if (message.type === 'loaded') isLoaded = true;
    if (message.type === 'test') ran += 1;
    if (message.type === 'failed')
      failures.push({ test: message, message: message.message, isOfAll: message.isOfAll });
  });
  const [failure] = failures;
  if (failure?.isOfAll || (!isLoaded && !ending.isLate))
    return { verdict: 'not viable', by: 'loading', message: failure?.message ?? ending.printed, ran };
  if (failure !== undefined) {
    const noticing = rulesOf(failure.test.titles);
    const verdict = noticing.some((rule) => rules.includes(rule))
      ? 'own'
      : noticing.length > 0
        ? 'other rule'
        : 'no rule';
    return { verdict, by: failure.test.title, message: failure.message, ran };
  }
  // The tests that ran are of the rule: one that never came back has noticed.
  const isOwn = tests.every((test) => test.rules.some((rule) => rules.includes(rule)));
  if (!ending.isOver)
    return {
      verdict: isOwn ? 'own' : 'no rule',
      by: ending.isLate ? 'no end' : 'the process ended',
      message: ending.printed,
      ran,
    };
  return { verdict: 'survived', ran };
}
