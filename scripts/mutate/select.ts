import { basename, dirname } from 'node:path';
import type { Coverage, CoveredTest } from './coverage.ts';
import type { Instrumented } from './instrument.ts';
import { type MutationKind, weights } from './mutation.ts';
import type { Program } from './program.ts';
import { reachOf } from './reach.ts';
import { isWanted } from './rules.ts';

/** A mutant, the rules whose clause it breaks, and the tests that should notice. */
export interface Candidate {
  readonly mutant: Instrumented['mutants'][number];
  readonly rules: readonly string[];
  /** Whether a module that is being loaded already runs it. */
  readonly isAtLoad: boolean;
  /** Of those rules, the tests that reach it; all of them where that cannot be told. */
  readonly own: readonly CoveredTest[];
  /**
   * If no comment names its rule: the tests of all other rules of its context that reach it. The one that notices tells
   * whose clause it is.
   */
  readonly kin: readonly CoveredTest[];
  /** All other tests that reach it. */
  readonly others: readonly CoveredTest[];
}

/** Code that more rules than this reach belongs to none of them. */
const mostRules = 12;

/**
 * Whose clause a mutant breaks: of the rules that the nearest comment names; else of all whose tests stand beside the
 * file and reach it; else of those whose tests are in its context and reach it, if they are few. The rules whose tests do
 * so most of all come first. Code that many rules reach and no comment claims is left to the rules of what uses it.
 */
export function candidatesOf(
  program: Program,
  coverage: Coverage,
): (mutant: Instrumented['mutants'][number]) => Candidate | null {
  const reach = reachOf(program, coverage);
  const byRule = new Map<string, CoveredTest[]>();
  for (const test of coverage.tests)
    for (const rule of test.rules) byRule.set(rule, [...(byRule.get(rule) ?? []), test]);
  const near = nearestOf(coverage.tests);

  return (mutant) => {
    const reaching = reach(mutant);
    const rules = ownersOf(mutant, reaching, byRule, near(mutant.file));
    if (rules.length === 0) return null;
    const testsOfRules = new Set(rules.flatMap((rule) => byRule.get(rule) ?? []));
    const met = reaching.filter((test) => testsOfRules.has(test));
    const own = met.length === 0 ? [...testsOfRules] : met;
    return {
      mutant,
      rules,
      isAtLoad: coverage.loaded.has(mutant.number),
      own,
      // Asked for only where a mutant is judged, because most of all candidates are never drawn.
      get kin() {
        const isClaimed = mutant.kind === 'sql policy' || mutant.named.some((rule) => byRule.has(rule));
        if (isClaimed) return [];
        const isKin = ({ file, rules }: CoveredTest) => rules.length > 0 && isOfContext(file, mutant.file);
        return without(own, reaching).filter(isKin);
      },
      get others() {
        return without([...own, ...this.kin], reaching);
      },
    };
  };
}

function ownersOf(
  { named, file, kind }: Instrumented['mutants'][number],
  reaching: readonly CoveredTest[],
  byRule: ReadonlyMap<string, readonly CoveredTest[]>,
  nearTests: ReadonlySet<string>,
): string[] {
  const tested = named.filter((rule) => byRule.has(rule));
  if (tested.length > 0) return tested;
  if (kind === 'sql policy') return byRule.has('PLT-11') ? ['PLT-11'] : [];

  const counts = (tests: readonly CoveredTest[]) => {
    const found = new Map<string, number>();
    for (const rule of tests.flatMap((test) => test.rules)) found.set(rule, (found.get(rule) ?? 0) + 1);
    return found;
  };
  const beside = counts(reaching.filter((test) => test.file === file.replace(/\.ts$/, '.test.ts')));
  if (beside.size > 0) return byScore(beside);

  const near = counts(reaching.filter((test) => nearTests.has(test.file)));
  if (near.size > mostRules) return [];
  return byScore(new Map([...near].map(([rule, met]) => [rule, met / (byRule.get(rule)?.length ?? 1)])));
}

const byScore = (scores: ReadonlyMap<string, number>) =>
  [...scores]
    .sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1))
    .map(([rule]) => rule);

function without(left: readonly CoveredTest[], tests: readonly CoveredTest[]): CoveredTest[] {
  const those = new Set(left);
  return tests.filter((test) => !those.has(test));
}

/** `packages/core/src/meetings/room/visitor.ts` is of the context `meetings`, as is its folder in any other package. */
const isOfContext = (test: string, file: string): boolean => {
  const [ofTest, ofFile] = [test, file].map((path) => dirname(path).split('/')[3]);
  return ofFile !== undefined && ofTest === ofFile;
};

/** The test files near a file, found once for each. */
function nearestOf(tests: readonly CoveredTest[]): (file: string) => ReadonlySet<string> {
  const files = [...new Set(tests.map(({ file }) => file))];
  const found = new Map<string, ReadonlySet<string>>();
  return (file) => {
    const known = found.get(file) ?? new Set(files.filter((test) => isNear(test, file)));
    found.set(file, known);
    return known;
  };
}

/** The same folder, or the folder of the same context in another package. */
function isNear(test: string, file: string): boolean {
  const [ofTest, ofFile] = [test, file].map((path) => dirname(path).split('/').slice(3));
  return (
    ofFile !== undefined &&
    ofTest !== undefined &&
    basename(dirname(file)) !== 'src' &&
    ofFile[0] === ofTest[0] &&
    (ofFile[1] === undefined || ofFile[1] === ofTest[1])
  );
}

/** The same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Rule after rule, each time one more of its mutants, by the weight of their kinds: an endless order, cut by the caller. */
export function* drawn(
  candidates: readonly Candidate[],
  wanted: readonly string[],
  seed: number,
): Generator<Candidate> {
  const random = randomOf(seed);
  const byRule = new Map<string, Map<MutationKind, Candidate[]>>();
  for (const candidate of candidates) {
    const rule = candidate.rules.find((each) => isWanted(each, wanted));
    if (rule === undefined) continue;
    const kinds = byRule.get(rule) ?? new Map<MutationKind, Candidate[]>();
    kinds.set(candidate.mutant.kind, [...(kinds.get(candidate.mutant.kind) ?? []), candidate]);
    byRule.set(rule, kinds);
  }
  const taken = new Set<string>();
  let rules = shuffled([...byRule.keys()].sort(), random);
  while (rules.length > 0) {
    for (const rule of rules) {
      const candidate = one(byRule.get(rule) ?? new Map(), random, taken);
      if (candidate !== undefined) yield candidate;
    }
    rules = rules.filter((rule) => [...(byRule.get(rule)?.values() ?? [])].some((list) => list.length > 0));
  }
}

/** A mutant of a kind drawn by weight; a second one of the same line waits for another draw. */
function one(
  kinds: Map<MutationKind, Candidate[]>,
  random: () => number,
  taken: Set<string>,
): Candidate | undefined {
  const filled = [...kinds].filter(([, list]) => list.length > 0);
  const sum = filled.reduce((total, [kind]) => total + weights[kind], 0);
  let at = random() * sum;
  const [, list] =
    filled.find(([kind]) => {
      at -= weights[kind];
      return at < 0;
    }) ??
    filled[0] ??
    [];
  if (list === undefined) return undefined;
  const [candidate] = list.splice(Math.floor(random() * list.length), 1);
  if (candidate === undefined) return undefined;
  const place = `${candidate.mutant.file}:${candidate.mutant.line}`;
  if (taken.has(place)) return one(kinds, random, taken);
  taken.add(place);
  return candidate;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
