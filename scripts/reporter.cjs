const { writeFileSync, mkdirSync } = require('node:fs');
const { dirname, relative } = require('node:path');
const Mocha = require('mocha');

/** What a person reads while the tests run, and mocha's JSON for the tools, in one run. */
module.exports = class Reporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.CHANCERY_REPORT;
    const tests = { passes: [], failures: [], pending: [] };
    const shown = (test) => ({
      title: test.title,
      fullTitle: test.fullTitle(),
      file: fileOf(test),
      duration: test.duration,
      err: test.err ? { message: test.err.message } : {},
    });
    runner.on('pass', (test) => tests.passes.push(shown(test)));
    runner.on('fail', (test) => tests.failures.push(shown(test)));
    runner.on('pending', (test) => tests.pending.push(shown(test)));

    /** Milliseconds by file, with what its hooks take. */
    const durations = {};
    const begun = new Map();
    runner.on('suite', (suite) => begun.set(suite, Date.now()));
    runner.on('suite end', (suite) => {
      if (suite.parent?.root !== true) return;
      const name = fileOf(suite);
      durations[name] = (durations[name] ?? 0) + Date.now() - begun.get(suite);
    });
    runner.once('end', () => {
      if (file === undefined) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ stats: this.stats, ...tests, durations }, null, 1)}\n`);
    });
  }
};

/** The source, also of a test that was bundled into the build folder. */
const fileOf = ({ file }) =>
  file === undefined
    ? ''
    : relative(process.cwd(), file)
        .replace(/^\.build\/[^/]+\//, '')
        .replace(/\.js$/, '.ts');
