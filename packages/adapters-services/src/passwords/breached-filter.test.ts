import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BreachedFilter } from './breached-filter.ts';
import { buildBreachedFilter } from './breached-filter-file.ts';
import { ZxcvbnBlocklist } from './zxcvbn-blocklist.ts';

describe('the filter of breached passwords', () => {
  let folder: string;
  let output: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'breached-'));
    output = join(folder, 'passwords.filter');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function built(lines: readonly string[], form: 'text' | 'sha1' = 'text'): Promise<BreachedFilter> {
    const input = join(folder, 'list');
    await writeFile(input, lines.join('\r\n'));
    await buildBreachedFilter({ input, output, form });
    return new BreachedFilter(output);
  }
  const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

  it('PWD-3: finds each password of a list of words, in upper and lower case', async () => {
    const filter = await built(['correct horse battery staple', '', 'Grüße aus Zürich'.normalize('NFD')]);

    expect(filter.entries).to.equal(2);
    for (const password of [
      'correct horse battery staple',
      'Correct Horse BATTERY staple',
      'grüsse aus zürich',
      'GRÜßE aus Zürich',
      'Grüße aus Zürich'.normalize('NFD'),
      'my dog eats 3 apples',
    ])
      expect(filter.has(password), password).to.equal(
        !['grüsse aus zürich', 'my dog eats 3 apples'].includes(password),
      );
    filter.close();
  });

  it('PWD-3: finds what a list of hashes contains, as it was hashed or typed in capitals', async () => {
    const filter = await built(
      [`${sha1('summer of sixty nine')}:42`, sha1('Winter of 1978!').toLowerCase()],
      'sha1',
    );

    expect([
      filter.has('summer of sixty nine'),
      filter.has('Summer Of Sixty Nine'),
      filter.has('Winter of 1978!'),
      filter.has('winter of 1978!'),
    ]).to.deep.equal([true, true, true, false]);
    filter.close();
  });

  it('finds all of ten thousand entries, and almost nothing else', async () => {
    const word = (n: number) => createHash('sha256').update(String(n)).digest('hex');
    const filter = await built(Array.from({ length: 10_000 }, (_, n) => word(n)));

    const found = (from: number, to: number) => {
      let count = 0;
      for (let n = from; n < to; n += 1) if (filter.has(word(n))) count += 1;
      return count;
    };
    expect(found(0, 10_000)).to.equal(10_000);
    expect(found(10_000, 30_000)).to.be.at.most(4);
    filter.close();
  });

  it('PWD-3: blocks a password that only the operator’s list contains', async () => {
    const filter = await built(['seventeen green umbrellas']);
    const blocklist = new ZxcvbnBlocklist((password) => filter.has(password));

    expect(blocklist.check('Seventeen Green Umbrellas', [])).to.equal('password.blocklisted');
    expect(blocklist.check('eighteen green umbrellas', [])).to.equal(null);
    filter.close();
  });

  it('names the line that is no hash, and keeps the existing filter', async () => {
    (await built(['seventeen green umbrellas'])).close();
    const before = await readFile(output);

    const fault = await built([sha1('a'), 'not a hash'], 'sha1').catch((error: Error) => error.message);

    expect(fault).to.equal('Line 2 is no SHA-1 hash.');
    expect(await readFile(output)).to.deep.equal(before);
    expect((await readdir(folder)).sort()).to.deep.equal(['list', 'passwords.filter']);
  });

  it('refuses an empty list, and a file that is no filter or an incomplete one', async () => {
    expect(await built(['', '']).catch((error: Error) => error.message)).to.equal('The list is empty.');
    (await built(['seventeen green umbrellas'])).close();
    await truncate(output, 33);
    expect(() => new BreachedFilter(output)).to.throw('no filter of breached passwords');
    await writeFile(output, 'x'.repeat(100));
    expect(() => new BreachedFilter(output)).to.throw('no filter of breached passwords');
    expect(() => new BreachedFilter(join(folder, 'none'))).to.throw('ENOENT');
  });
});
