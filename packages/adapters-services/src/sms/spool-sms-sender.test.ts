import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plusSeconds } from '@chancery/core/internal';
import { smsSenderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { readSmsSpool, SpoolSmsSender } from './spool-sms-sender.ts';

async function openSpool() {
  const folder = await mkdtemp(join(tmpdir(), 'sms-'));
  let now = '1970-01-01T00:00:00.000Z';
  const tick = () => {
    now = plusSeconds(now, 1);
    return now;
  };
  const clock = { now: tick };
  return {
    folder,
    sender: new SpoolSmsSender(join(folder, 'spool'), clock),
    read: () => readSmsSpool(join(folder, 'spool')),
    close: () => rm(folder, { recursive: true }),
  };
}

smsSenderContract('a spool', async () => {
  const { sender, read, close } = await openSpool();
  return { sender, close, delivered: async () => (await read()).map(({ to, text }) => ({ to, text })) };
});

describe('SpoolSmsSender', () => {
  it('keeps one file for each key: a repeat replaces it', async () => {
    const { folder, sender, read, close } = await openSpool();
    expect(await read()).to.deep.equal([]);

    await sender.send({ key: 'code/1', to: '+491701234567', text: 'first' });
    await sender.send({ key: 'code/1', to: '+491701234567', text: 'again' });

    expect(await read()).to.deep.equal([
      { key: 'code/1', to: '+491701234567', text: 'again', at: '1970-01-01T00:00:02.000Z' },
    ]);
    expect(await readdir(join(folder, 'spool'))).to.have.length(1);
    await close();
  });
});
