import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const program = new URL('./scratch-folder.mjs', import.meta.url).href;

describe('the folder for what tests throw away', () => {
  let place: string;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'chancery-scratch-'));
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  /** A process that has made its folder, and ends when its input does. */
  async function begun(): Promise<{ child: ChildProcess; folder: string }> {
    const source = `
      import { folderIn } from ${JSON.stringify(program)};
      console.log(folderIn(${JSON.stringify(place)}));
      process.stdin.resume();`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
    const [said] = await once(child.stdout, 'data');
    return { child, folder: String(said).trim() };
  }

  it('is open to every user while its process runs, and is gone afterwards', async () => {
    const { child, folder } = await begun();
    expect(statSync(folder).mode & 0o7777).to.equal(0o1777);

    child.stdin?.end();
    await once(child, 'exit');

    expect(existsSync(folder)).to.equal(false);
  });

  it('is removed by the next process if its own was killed, and no other is', async () => {
    const [killed, running] = [await begun(), await begun()];
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(existsSync(killed.folder)).to.equal(true);

    const next = await begun();

    expect(readdirSync(place).map((name) => join(place, name))).to.have.members([
      running.folder,
      next.folder,
    ]);
    for (const { child } of [running, next]) {
      child.stdin?.end();
      await once(child, 'exit');
    }
  });
});
