import { throttleContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { InProcessThrottle } from './in-process-throttle.ts';

throttleContract('this process', async () => {
  const clock = useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  return {
    throttle: new InProcessThrottle(),
    passSeconds: (seconds) => clock.setSystemTime(Date.now() + seconds * 1000),
    close: async () => clock.restore(),
  };
});

describe('the scale of throttles', () => {
  const remaining = async (throttle: InProcessThrottle, bucket: string) =>
    (await throttle.consume(bucket, 'ada', 10, 60)).remaining;

  it('THR-15: multiplies every limit, and never below one try', async () => {
    expect(await remaining(new InProcessThrottle({ scale: 2 }), 'mail')).to.equal(19);
    expect(await remaining(new InProcessThrottle({ scale: 0.01 }), 'mail')).to.equal(0);
  });

  it('THR-15: is off at 0', async () => {
    const throttle = new InProcessThrottle({ scale: 0 });
    for (let i = 0; i < 50; i += 1)
      expect(await throttle.consume('mail', 'ada', 10, 60)).to.deep.equal({
        allowed: true,
        remaining: 10,
        retryAfterSeconds: 0,
      });
  });

  it('THR-15: widens a guarded bucket at most ten times, and never switches it off', async () => {
    const guardedBuckets = ['sign_in'];
    expect(await remaining(new InProcessThrottle({ scale: 50, guardedBuckets }), 'sign_in')).to.equal(99);
    expect(await remaining(new InProcessThrottle({ scale: 0, guardedBuckets }), 'sign_in')).to.equal(99);
    expect(await remaining(new InProcessThrottle({ scale: 2, guardedBuckets }), 'sign_in')).to.equal(19);
  });
});
