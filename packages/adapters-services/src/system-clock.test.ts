import { millisecondsOf } from '@chancery/core/internal';
import { expect } from 'chai';
import { systemClock } from './system-clock.ts';

describe('systemClock', () => {
  it('returns the time of the machine as an instant with milliseconds', () => {
    const before = Date.now();
    const now = systemClock.now();

    expect(now).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(millisecondsOf(now)).to.be.within(before, Date.now());
  });
});
