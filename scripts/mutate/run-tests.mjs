import Mocha from 'mocha';

/**
 * Runs bundled tests in a process of its own, and tells its parent what each of them reached, or which was the first to
 * fail. What it is to run it is told by its first message.
 */
process.once('message', async ({ files, titles, collects, timeout }) => {
  const mocha = new Mocha({ timeout, bail: !collects, reporter: Silent, ui: 'bdd' });
  for (const file of files) mocha.addFile(file);
  // Titles are compared whole, because one is often the beginning of another.
  const wanted = titles === null ? null : new Set(titles);
  if (wanted !== null) mocha.grep({ test: (title) => wanted.has(title) });
  await mocha.loadFilesAsync();
  send({ type: 'loaded', reached: collects ? take() : [] });
  mocha.run(() => send({ type: 'end' }, () => process.exit(0)));
});

const send = (message, then) => process.send?.(message, then);

/** The numbers that were reached since the last time. */
function take() {
  const all = globalThis.__reached ?? new Uint8Array(0);
  const numbers = [];
  for (let number = all.indexOf(1); number !== -1; number = all.indexOf(1, number + 1)) numbers.push(number);
  all.fill(0);
  return numbers;
}

class Silent {
  constructor(runner, { bail }) {
    /** What the hooks of a suite reached counts for all of its tests. */
    const prepared = new Map();
    runner.on('hook end', ({ title, parent }) => {
      if (bail || !title.startsWith('"before all"')) return;
      const reached = take();
      if (!parent.root) prepared.set(parent, [...(prepared.get(parent) ?? []), ...reached]);
    });
    runner.on('test', () => {
      if (!bail) take();
    });
    runner.on('test end', (test) => {
      if (test.state === 'failed' && bail) return;
      const reached = bail
        ? []
        : [...suitesOf(test).flatMap((suite) => prepared.get(suite) ?? []), ...take()];
      send({
        type: 'test',
        ...shown(test),
        state: test.state ?? 'pending',
        milliseconds: test.duration ?? 0,
        reached,
      });
    });
    runner.on('fail', (test, { message = '' } = {}) => {
      const isOfAll = test.type === 'hook' && test.parent?.root === true;
      send({ type: 'failed', ...shown(test), isOfAll, message: String(message).slice(0, 500) });
    });
  }
}

const shown = (test) => ({
  file: test.file ?? '',
  title: test.fullTitle(),
  titles: [...suitesOf(test).map(({ title }) => title), test.title],
});

function suitesOf({ parent }) {
  return parent === undefined || parent.root ? [] : [...suitesOf(parent), parent];
}
