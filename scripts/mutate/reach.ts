import type { Coverage, CoveredTest } from './coverage.ts';
import type { Instrumented } from './instrument.ts';
import type { Program } from './program.ts';

type Numbered = Instrumented['mutants'][number];

/** Names that this many modules declare say nothing about which of them is meant. */
const mostHomonyms = 3;

/**
 * Which tests reach a mutant. One in a function, by its own mark; what is evaluated when a module is loaded, by the
 * functions that use what its statement declares, directly or by way of another such statement.
 */
export function reachOf(program: Program, { tests, loaded }: Coverage): (mutant: Numbered) => CoveredTest[] {
  const usersOf = usersIn(program.sources);
  const found = new Map<string, readonly CoveredTest[]>();
  const testsOf = (users: readonly number[]) =>
    tests.filter(({ reached }) => users.some((number) => reached.has(number)));

  return (mutant) => {
    const isByItself = !mutant.isStatic && !loaded.has(mutant.number);
    const own = tests.filter(({ reached }) => reached.has(mutant.number));
    if (isByItself) return own;
    const key = `${mutant.file}#${mutant.within ?? mutant.statement}`;
    const users = () => usersOf(mutant.file, mutant.statement, mutant.within);
    const known = found.get(key) ?? testsOf(users());
    found.set(key, known);
    return [...new Set([...own, ...known])];
  };
}

/** The numbers of the functions that use what a statement of a module declares. */
function usersIn(
  sources: readonly Instrumented[],
): (file: string, statement: number, within?: string) => number[] {
  const declared = new Map<string, string[]>();
  const mentioned = new Map<string, { key: string; file: string; probe?: number }[]>();
  const own = new Map<string, number[]>();
  const names = new Map<string, readonly string[]>();

  for (const { file, probes, statements } of sources) {
    statements.forEach(({ declares, mentions }, index) => {
      const key = `${file}#${index}`;
      names.set(key, declares);
      for (const name of declares) pushTo(declared, name, file);
      for (const name of mentions) pushTo(mentioned, name, { key, file });
    });
    for (const { number, statement, mentions } of probes) {
      pushTo(own, `${file}#${statement}`, number);
      for (const name of mentions)
        pushTo(mentioned, name, { key: `${file}#${statement}`, file, probe: number });
    }
  }

  return (file, statement, within) => {
    // What calls a function of the database names it.
    if (within !== undefined) return (mentioned.get(within) ?? []).flatMap(({ probe }) => probe ?? []);
    const users = new Set<number>();
    const seen = new Set<string>();
    let front = [`${file}#${statement}`];
    for (let step = 0; step < 4 && front.length > 0; step += 1) {
      const next: string[] = [];
      for (const key of front.filter((each) => !seen.has(each))) {
        seen.add(key);
        for (const number of own.get(key) ?? []) users.add(number);
        const home = key.split('#')[0] ?? '';
        for (const name of names.get(key) ?? [])
          for (const user of mentioned.get(name) ?? []) {
            if (!means(name, user.file, home)) continue;
            if (user.probe === undefined) next.push(user.key);
            else users.add(user.probe);
          }
      }
      front = next;
    }
    return [...users];
  };

  /** Whether a name in this file is the one that `home` declares. */
  function means(name: string, file: string, home: string): boolean {
    if (file === home) return true;
    const homes = declared.get(name) ?? [];
    return !homes.includes(file) && homes.length <= mostHomonyms;
  }
}

function pushTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
