import Mocha from 'mocha';

/**
 * A process that runs bundled tests for its parent, as often as it is told to, and says what each of them reached, or
 * which was the first to fail. A mutant inside of functions is chosen anew for each run; one that is evaluated while a
 * module is loaded is chosen by the environment, once for the whole process.
 */
const mocha = new Mocha({ ui: 'bdd' });
mocha.cleanReferencesAfterRun(false);
const loaded = new Set();

process.on('disconnect', () => process.exit(0));
process.on('message', async ({ isOver = false, files, titles, collects, timeout, mutant }) => {
  if (isOver) process.exit(0);
  mocha.timeout(timeout).bail(!collects);
  mocha.files = files.filter((file) => !loaded.has(file));
  await mocha.loadFilesAsync();
  for (const file of files) loaded.add(file);
  send({ type: 'loaded', reached: collects ? take() : [] });
  const failed = await run({ titles, collects, mutant });
  // Without the mutant the same test passes, or the failure says nothing about it.
  const isSure =
    failed === null || mutant === 0 || (await run({ titles: failed, mutant: 0, isSilent: true })) === null;
  send({ type: 'end', isSure });
});

const send = (message) => process.send?.(message);

/** Runs the tests with these full titles, or all, and gives the titles of those that the first failure concerns. */
function run({ titles, mutant, collects = false, isSilent = false }) {
  // Titles are compared whole, because one is often the beginning of another.
  const wanted = titles === null ? null : new Set(titles);
  mocha.grep({ test: (title) => wanted?.has(title) ?? true });
  if (globalThis.__mutation !== undefined) globalThis.__mutation.chosen = mutant;
  let failed = null;
  mocha.reporter(function listen(runner) {
    runner.on('fail', (test) => {
      failed ??=
        test.type === 'hook' && test.ctx?.currentTest === undefined
          ? titles
          : [(test.ctx?.currentTest ?? test).fullTitle()];
    });
    if (!isSilent) tell(runner, collects);
  });
  return new Promise((resolve) => mocha.run(() => resolve(failed)));
}

function tell(runner, collects) {
  /** What the hooks of a suite reached counts for all of its tests. */
  const prepared = new Map();
  runner.on('hook end', ({ title, parent }) => {
    if (!collects || !title.startsWith('"before all"')) return;
    const reached = take();
    if (!parent.root) prepared.set(parent, [...(prepared.get(parent) ?? []), ...reached]);
  });
  runner.on('test', () => {
    if (collects) take();
  });
  runner.on('test end', (test) => {
    const reached = collects
      ? [...suitesOf(test).flatMap((suite) => prepared.get(suite) ?? []), ...take()]
      : [];
    const { state = 'pending', duration: milliseconds = 0 } = test;
    send({ type: 'test', ...shown(test), state, milliseconds, reached });
  });
  runner.on('fail', (test, { message = '' } = {}) => {
    const isOfAll = test.type === 'hook' && test.parent?.root === true;
    send({ type: 'failed', ...shown(test), isOfAll, message: String(message).slice(0, 500) });
  });
}

/** The numbers that were reached since the last time. */
function take() {
  const all = globalThis.__mutation?.reached ?? new Uint8Array(0);
  const numbers = [];
  for (let number = all.indexOf(1); number !== -1; number = all.indexOf(1, number + 1)) numbers.push(number);
  all.fill(0);
  return numbers;
}

const shown = (test) => ({
  file: test.file ?? '',
  title: test.fullTitle(),
  titles: [...suitesOf(test).map(({ title }) => title), test.title],
});

function suitesOf({ parent }) {
  return parent === undefined || parent.root ? [] : [...suitesOf(parent), parent];
}
