import { mock } from 'node:test';
import type { UnitOfWork } from '@chancery/core';
import { expect } from 'chai';
import { warningOfLongHolds } from './long-holds.ts';

/** Transactions that begin at once, as if a connection was always free. */
const units: UnitOfWork = { run: (_mode, _role, work) => work({} as never) };

type Line = readonly [fields: Record<string, unknown>, message: string];

describe('a connection that is held for long', () => {
  it('PLT-21: is warned about while it is held and when it is given back, by the name of who holds it', async () => {
    const lines: Line[] = [];
    let warned = () => {};
    const isWarned = new Promise<void>((resolve) => {
      warned = resolve;
    });
    const warn = (fields: object, message: string) => {
      lines.push([{ ...fields }, message]);
      warned();
    };
    const watched = warningOfLongHolds(units, { warn } as never, 1);

    // It ends only after the first warning, however busy the machine is.
    const answer = await watched.run('write', 'app', () => isWarned.then(() => 'done'), 'createMeeting');

    expect(answer).to.equal('done');
    expect(lines.map(([{ holder, mode, role }, message]) => [holder, mode, role, message])).to.deep.equal([
      ['createMeeting', 'write', 'app', 'a transaction holds its connection for long'],
      ['createMeeting', 'write', 'app', 'a transaction has held its connection for long'],
    ]);
    expect(lines.every(([{ milliseconds }]) => typeof milliseconds === 'number')).to.equal(true);
  });

  it('PLT-21: is no warning if it is given back in time, nor while somebody waits for a connection', async () => {
    const lines: string[] = [];
    const warn = (_: object, message: string) => void lines.push(message);
    let begin = () => {};
    const later: UnitOfWork = {
      run: (_mode, _role, work) =>
        new Promise((resolve, reject) => {
          begin = () => void work({} as never).then(resolve, reject);
        }),
    };
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const watched = warningOfLongHolds(later, { warn } as never);
      const waiting = watched.run('read', 'app', async () => 'read');
      mock.timers.tick(60_000);
      begin();
      expect(await waiting).to.equal('read');
      mock.timers.tick(60_000);
    } finally {
      mock.timers.reset();
    }

    expect(lines).to.deep.equal([]);
  });

  it('PLT-21: is no warning of work that was begun again in time', async () => {
    const lines: string[] = [];
    const warn = (_: object, message: string) => void lines.push(message);
    const twice: UnitOfWork = {
      run: async (_mode, _role, work) => {
        await work({} as never);
        return work({} as never);
      },
    };
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      expect(
        await warningOfLongHolds(twice, { warn } as never).run('read', 'app', async () => 'read'),
      ).to.equal('read');
      mock.timers.tick(60_000);
    } finally {
      mock.timers.reset();
    }

    expect(lines).to.deep.equal([]);
  });
});
