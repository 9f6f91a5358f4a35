const faults: string[] = [];

/** Fails the test that runs, whatever it looks at: for rules that every test holds. */
export function noteFault(sentence: string): void {
  faults.push(sentence);
}

/** What was found since the last call; for the tests of the watches themselves. */
export const foundFaults = (): readonly string[] => faults.splice(0);

interface Hooks {
  afterEach?(hook: () => void): void;
}
// A hook of the whole run, where there is one.
(globalThis as Hooks).afterEach?.(() => {
  const found = new Set(foundFaults());
  if (found.size > 0) throw new Error([...found].join('\n'));
});
