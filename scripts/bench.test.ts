import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { resultsPage } from './bench-results.ts';

const folder = fileURLToPath(new URL('../bench/', import.meta.url));
const read = (file: string) => readFileSync(`${folder}${file}`, 'utf8');
const programs = readdirSync(folder).filter((file) => file.endsWith('.ts'));

describe('the programs of bench', () => {
  it('all print their settings and the load in the same way', () => {
    const silent = programs.filter((file) => !/\bprogram\(\{/.test(read(file)));

    expect(programs).to.not.deep.equal([]);
    expect(silent).to.deep.equal([]);
  });

  it('all are on its page', () => {
    const page = read('README.md');
    const missing = programs.filter((file) => !page.includes(`| \`${file}`));

    expect(missing).to.deep.equal([]);
  });

  it('take how much they measure from nowhere else', () => {
    const amounts = /process\.env\.CHANCERY_BENCH_(?!DATABASE_URL|AMQP_URL|PLANS|RESTART)\w+/;
    const others = programs.filter((file) => amounts.test(read(file)));

    expect(others).to.deep.equal([]);
  });

  it('write their results each into a part of its own, and leave those of the others as they were', () => {
    const ran = (name: string, figure: string) => ({
      ...{ name, seconds: 61.4, fault: null },
      lines: [
        { setting: 'machine', value: '2 processors' },
        { setting: 'amounts', value: 'CHANCERY_BENCH_ROUNDS=3' },
        { load: '0.1 0.2 0.3', when: 'at the start' },
        { headings: ['of', 'p50'], rows: [['a call', figure]] },
      ],
    });
    const first = resultsPage('', [ran('throttle', '5'), ran('jobs', '7')], '2026-11-01');
    const second = resultsPage(first, [ran('throttle', '6')], '2026-11-29');

    expect(second.match(/^## .*$/gm)).to.deep.equal(['## jobs', '## throttle']);
    expect(second).to.include(
      'On 2026-11-01, on 2 processors, in 61 s; load average 0.1 0.2 0.3 at the start.',
    );
    expect(second).to.include('On 2026-11-29').and.to.include('- amounts: CHANCERY_BENCH_ROUNDS=3');
    expect(second)
      .to.include('| jobs | of | a call | p50 7 |')
      .and.to.include('| throttle | of | a call | p50 6 |');
    expect(second).to.not.include('p50 5');
    expect(resultsPage(second, [], '2026-12-01')).to.equal(second);
  });
});
