import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inLanes, type Message, TestProcess } from './child.ts';
import type { Program } from './program.ts';
import { rulesOf } from './rules.ts';

/** A test as it ran without any mutant. */
export interface CoveredTest {
  readonly file: string;
  readonly title: string;
  readonly rules: readonly string[];
  readonly milliseconds: number;
  /** The numbers of the mutants and functions that it reached. */
  readonly reached: Numbers;
}

/** A set of small numbers: a bit each, because thousands of tests reach thousands of places. */
export class Numbers {
  readonly #bits: Uint8Array;

  constructor(size: number) {
    this.#bits = new Uint8Array((size >> 3) + 1);
  }

  add(number: number): void {
    this.#bits[number >> 3] = (this.#bits[number >> 3] ?? 0) | (1 << (number & 7));
  }

  has(number: number): boolean {
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}

interface Kept {
  readonly key: string;
  /** What was reached while the modules were loaded. */
  readonly loaded: readonly string[];
  readonly ids: readonly string[];
  readonly tests: readonly (Omit<CoveredTest, 'file' | 'reached'> & {
    readonly passes: boolean;
    /** Indices into `ids`. */
    readonly reached: readonly number[];
  })[];
}

export interface Coverage {
  readonly tests: readonly CoveredTest[];
  readonly loaded: Numbers;
  /** Tests that fail without any mutant, which can tell nothing. */
  readonly failing: readonly string[];
}

const folder = '.build/mutate/coverage';
const keptName = (file: string) => `${file.replaceAll('/', '~')}.json`;
const keyOf = (root: string, file: string) =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')
    .slice(0, 16);

/**
 * What the tests of these files reach. What is kept of an earlier run serves until the test file changes; what a source
 * that changed since then would be reached by is known only after `isFresh`.
 */
export async function coverageOf(
  program: Program,
  files: readonly string[],
  { lanes, isFresh, say }: { lanes: number; isFresh: boolean; say: (line: string) => void },
): Promise<Coverage> {
  const { root } = program;
  mkdirSync(join(root, folder), { recursive: true });
  const missing = files.filter((file) => isFresh || keptOf(root, file) === undefined);
  const chunks = Array.from({ length: Math.ceil(missing.length / 4) }, (_, index) =>
    missing.slice(index * 4, index * 4 + 4),
  );
  let done = 0;
  await inLanes(lanes, chunks, async (chunk) => {
    await collect(program, chunk);
    done += chunk.length;
    say(`what the tests reach: ${done} of ${missing.length} files`);
  });
  return together(program, files);
}

/** All coverage that is kept of tests in such a place, whatever rules were asked for: others too may reach a mutant. */
export const keptCoverage = (program: Program, within: string): Coverage =>
  together(
    program,
    program.tests.filter((file) => file.includes(within) && keptOf(program.root, file) !== undefined),
  );

async function collect(program: Program, files: readonly string[]): Promise<void> {
  const { root, idOf } = program;
  const ids = (numbers: readonly number[]) => numbers.flatMap((number) => idOf[number] ?? []);
  const ran = new Map<string, (Extract<Message, { type: 'test' }> & { file: string })[]>();
  let loaded: readonly string[] = [];
  const bundled = files.map((file) => program.bundled(file));
  const run = { files: bundled, titles: null, collects: true, timeout: 90_000, limit: 1_800_000, mutant: 0 };
  const tests = new TestProcess(root);
  const { isOver, printed } = await tests.run(run, (message) => {
    if (message.type === 'loaded') loaded = ids(message.reached);
    if (message.type !== 'test') return;
    const file = program.sourceOf(message.file);
    ran.set(file, [...(ran.get(file) ?? []), { ...message, file }]);
  });
  if (isOver) await tests.end();
  else throw new Error(`The tests of ${files.join(', ')} did not end:\n${printed}`);
  for (const file of files) {
    const tests = ran.get(file) ?? [];
    const all = [...new Set(tests.flatMap(({ reached }) => ids(reached)))];
    const index = new Map(all.map((id, at) => [id, at]));
    const kept: Kept = {
      key: keyOf(root, file),
      loaded,
      ids: all,
      tests: tests.map(({ title, titles, milliseconds, state, reached }) => ({
        title,
        rules: rulesOf(titles),
        milliseconds,
        passes: state === 'passed',
        reached: [...new Set(ids(reached))].flatMap((id) => index.get(id) ?? []),
      })),
    };
    writeFileSync(join(root, folder, keptName(file)), JSON.stringify(kept));
  }
}

function keptOf(root: string, file: string): Kept | undefined {
  const path = join(root, folder, keptName(file));
  if (!existsSync(path)) return undefined;
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Kept;
  return kept.key === keyOf(root, file) ? kept : undefined;
}

function together(program: Program, files: readonly string[]): Coverage {
  const numberOf = new Map(program.idOf.map((id, number) => [id, number]));
  const numbers = (ids: readonly (string | undefined)[]) => {
    const set = new Numbers(program.idOf.length);
    for (const id of ids) {
      const number = numberOf.get(id);
      if (id !== undefined && number !== undefined) set.add(number);
    }
    return set;
  };
  const kept = files.flatMap((file) => {
    const found = keptOf(program.root, file);
    return found === undefined ? [] : [{ file, ...found }];
  });
  const tests = kept.flatMap(({ file, ids, tests: ran }) => ran.map((test) => ({ ...test, file, ids })));
  return {
    tests: tests
      .filter(({ passes }) => passes)
      .map(({ file, title, rules, milliseconds, reached, ids }) => ({
        ...{ file, title, rules, milliseconds },
        reached: numbers(reached.map((at) => ids[at])),
      })),
    loaded: numbers([...new Set(kept.flatMap(({ loaded }) => loaded))]),
    failing: tests.filter(({ passes }) => !passes).map(({ file, title }) => `${file}: ${title}`),
  };
}
