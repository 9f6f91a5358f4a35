import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { replaceFile } from './file-replacement.ts';

describe('replaceFile', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'replace-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes whole files, one writer after the other, for the owner only', async () => {
    const path = join(folder, 'a.txt');
    const contents = Array.from({ length: 8 }, (_, i) => String(i).repeat(100_000));
    await Promise.all(contents.map((content) => replaceFile(path, content)));

    expect(contents).to.include(await readFile(path, 'utf8'));
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(await readdir(folder)).to.deep.equal(['a.txt']);
  });

  it('leaves nothing behind when it fails', async () => {
    await mkdir(join(folder, 'taken'));
    const error = await replaceFile(join(folder, 'taken'), 'x').catch((reason: unknown) => reason);

    expect(error).to.be.instanceOf(Error);
    expect(await readdir(folder)).to.deep.equal(['taken']);
  });
});
