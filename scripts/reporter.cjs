const { writeFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');
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
      duration: test.duration,
      err: test.err ? { message: test.err.message } : {},
    });
    runner.on('pass', (test) => tests.passes.push(shown(test)));
    runner.on('fail', (test) => tests.failures.push(shown(test)));
    runner.on('pending', (test) => tests.pending.push(shown(test)));
    runner.once('end', () => {
      if (file === undefined) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ stats: this.stats, ...tests }, null, 1)}\n`);
    });
  }
};
