import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

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
});
