import { setTimeout as wait } from 'node:timers/promises';
import { FixedClock } from '@chancery/adapters-persistence/testing';
import { type Log, SealFailure } from '@chancery/core';
import { expect } from 'chai';
import { firstSealKey } from './first-seal-key.ts';

const clock = new FixedClock('2026-05-04T09:30:00.000Z');

/** A log that only collects warnings. */
function aLog() {
  const warnings: object[] = [];
  const log = { warn: (fields: object) => void warnings.push(fields) } as unknown as Log;
  return { warnings, log };
}

describe('the first key of seals', () => {
  it('is tried once after the start, and the log says why it cannot be used', async () => {
    const { warnings, log } = aLog();
    const tried: string[] = [];
    let done: () => void = () => undefined;
    const isDone = new Promise<void>((resolve) => {
      done = resolve;
    });
    const probe = async (now: string) => {
      tried.push(now);
      done();
      throw new SealFailure(
        'seal.key_unavailable',
        'The file of CHANCERY_SEAL_KEY_FILE cannot be read (EACCES).',
      );
    };
    const watch = firstSealKey({ probe }, { clock, log }, 0);

    watch.start();
    await isDone;
    await watch.stop();

    expect(tried).to.deep.equal([clock.now()]);
    expect(warnings).to.deep.equal([
      {
        error:
          'The key of the seal cannot be read or does not sign. The file of CHANCERY_SEAL_KEY_FILE cannot be read (EACCES).',
      },
    ]);
  });

  it('is not tried any more by a process that stops before', async () => {
    const { warnings, log } = aLog();
    const watch = firstSealKey({ probe: () => Promise.reject(new Error('too late')) }, { clock, log }, 0.01);

    watch.start();
    await watch.stop();
    await wait(30);

    expect(warnings).to.deep.equal([]);
  });
});
