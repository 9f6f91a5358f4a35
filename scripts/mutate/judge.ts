import { type ShownTest, TestProcess } from './child.ts';
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

/** A hook that fails concerns every test of its suite. */
function rulesConcerned({ title, titles }: ShownTest, tests: readonly CoveredTest[]): readonly string[] {
  const [, suite] = /^(.*) "before (?:all|each)" hook/s.exec(title) ?? [];
  if (suite === undefined) return rulesOf(titles);
  return tests.filter((test) => test.title.startsWith(suite)).flatMap((test) => test.rules);
}

/** After so many runs a process has loaded much that nobody needs any more. */
const mostRuns = 60;

/**
 * Judges one mutant after another in a process that stays: to load the product and to open its database takes longer than
 * most tests. What is evaluated while modules are loaded needs a process of its own.
 */
export class Judge {
  readonly #program: Program;
  readonly #thenAll: boolean;
  #tests: TestProcess | undefined;

  constructor(program: Program, thenAll: boolean) {
    this.#program = program;
    this.#thenAll = thenAll;
  }

  /**
   * Runs the tests of the mutant's rules; if none notices, those of the other rules that it may belong to, and if it is
   * wanted, all others that reach it.
   */
  async judge(candidate: Candidate): Promise<Outcome> {
    const { mutant, rules, own } = candidate;
    const { id, file, line, kind, shown } = mutant;
    const begun = Date.now();
    let found = await this.#noticed(candidate, own);
    let ran = found.ran;
    const goOn = async (rules: readonly string[], tests: readonly CoveredTest[]) => {
      if (found.verdict !== 'survived' || tests.length === 0) return;
      found = await this.#noticed({ ...candidate, rules }, tests);
      ran += found.ran;
    };
    await goOn([...new Set(candidate.kin.flatMap((test) => test.rules))], candidate.kin);
    if (this.#thenAll) await goOn(rules, candidate.others);
    const { verdict, by, message } = found;
    return {
      ...{ id, file, line, kind, shown, rules, verdict },
      ...(by === undefined ? {} : { by, message: message ?? '' }),
      ran,
      seconds: Math.round((Date.now() - begun) / 100) / 10,
    };
  }

  async end(): Promise<void> {
    await this.#tests?.end();
    this.#tests = undefined;
  }

  async #noticed(candidate: Candidate, tests: readonly CoveredTest[]): Promise<Noticed> {
    const { mutant } = candidate;
    if (isLoaded(candidate)) {
      const migrates = mutant.file.includes('/migrations/');
      const alone = new TestProcess(this.#program.root, { mutant: mutant.number, migrates });
      const noticed = await noticedIn(alone, this.#program, candidate, tests);
      if (!alone.isGone) await alone.end();
      return noticed;
    }
    if (this.#tests === undefined || this.#tests.isGone || this.#tests.runs >= mostRuns) await this.#renew();
    const isNew = this.#tests?.runs === 0;
    const noticed = await noticedIn(this.#tests as TestProcess, this.#program, candidate, tests);
    if (noticed.isSure && !this.#tests?.isGone) return noticed;
    // What an earlier mutant left may be the cause; a new process knows none.
    await this.#renew();
    return isNew ? noticed : noticedIn(this.#tests as TestProcess, this.#program, candidate, tests);
  }

  async #renew(): Promise<void> {
    if (this.#tests?.isGone === false) await this.#tests.end();
    this.#tests = new TestProcess(this.#program.root);
  }
}

const isLoaded = ({ mutant, isAtLoad }: Candidate) => mutant.isStatic || isAtLoad;

interface Noticed {
  readonly verdict: Verdict;
  readonly by?: string;
  readonly message?: string;
  readonly ran: number;
  /** Whether the failing test passes without the mutant, and the process may go on. */
  readonly isSure: boolean;
}

async function noticedIn(
  process: TestProcess,
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
    limit: 90_000 + expected * 6,
    mutant: mutant.number,
  };
  const ending = await process.run(run, (message) => {
    if (message.type === 'loaded') isLoaded = true;
    if (message.type === 'test') ran += 1;
    if (message.type === 'failed')
      failures.push({ test: message, message: message.message, isOfAll: message.isOfAll });
  });
  const [failure] = failures;
  const isSure = ending.isSure && ending.isOver;
  if (failure?.isOfAll || (!isLoaded && !ending.isLate))
    return { verdict: 'not viable', by: 'loading', message: failure?.message ?? ending.printed, ran, isSure };
  if (failure !== undefined) {
    const noticing = rulesConcerned(failure.test, tests);
    const verdict = noticing.some((rule) => rules.includes(rule))
      ? 'own'
      : noticing.length > 0
        ? 'other rule'
        : 'no rule';
    return { verdict, by: failure.test.title, message: failure.message, ran, isSure };
  }
  // The tests that ran are of the rule: one that never came back has noticed.
  const isOwn = tests.every((test) => test.rules.some((rule) => rules.includes(rule)));
  if (!ending.isOver)
    return {
      verdict: isOwn ? 'own' : 'no rule',
      by: ending.isLate ? 'no end' : 'the process ended',
      message: ending.printed,
      ran,
      isSure,
    };
  return { verdict: 'survived', ran, isSure };
}
