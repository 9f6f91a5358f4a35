import { expect } from 'chai';
import fc from 'fast-check';
import {
  defaultJobPolicy,
  PermanentJobError,
  RemoteBusy,
  remoteFailure,
  retryDelaySeconds,
} from '../kernel/outbox.ts';

const policy = { ...defaultJobPolicy, queue: 'mail' };

describe('retryDelaySeconds', () => {
  const schedule = [10, 30, 90, 270, 810, 2430, 7290, 21_600, 21_600, 21_600, 21_600];
  schedule.forEach((seconds, index) => {
    it(`JOB-5: attempt ${index + 2} comes ${seconds} s ± 20 % after the one before`, () => {
      expect(retryDelaySeconds(policy, index + 2, 0)).to.be.closeTo(seconds * 0.8, 1e-6);
      expect(retryDelaySeconds(policy, index + 2, 0.5)).to.be.closeTo(seconds, 1e-6);
      expect(retryDelaySeconds(policy, index + 2, 1 - Number.EPSILON)).to.be.closeTo(seconds * 1.2, 1e-6);
    });
  });

  it('JOB-5: base and cap are those of the topic, and no delay is over the cap by more than the jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 86_400 }),
        fc.integer({ min: 2, max: 200 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (baseSeconds, capSeconds, next, roll) => {
          const plain = Math.min(capSeconds, baseSeconds * 3 ** (next - 2));
          expect(retryDelaySeconds({ ...policy, baseSeconds, capSeconds }, next, roll)).to.be.within(
            plain * 0.8 - 1e-6,
            plain * 1.2 + 1e-6,
          );
        },
      ),
    );
  });

  it('JOB-5: the defaults are 12 attempts, 10 s, 6 h and a lease of 2 min', () => {
    expect(defaultJobPolicy).to.deep.equal({
      maxAttempts: 12,
      baseSeconds: 10,
      capSeconds: 21_600,
      leaseSeconds: 120,
    });
  });
});

describe('remoteFailure', () => {
  const now = '2026-11-23T12:00:00.000Z';
  const failureOf = (status: number, retryAfter: string | null = null) =>
    remoteFailure({ code: 'remote.failed', status, retryAfter, now });

  it('JOB-5: 4xx of a remote are permanent except 408, 409, 425 and 429; 5xx pass', () => {
    const statuses = [400, 401, 403, 404, 408, 409, 410, 413, 422, 425, 429, 451, 499, 500, 502, 503, 504];

    const permanent = statuses.filter((status) => failureOf(status) instanceof PermanentJobError);

    expect(permanent).to.deep.equal([400, 401, 403, 404, 410, 413, 422, 451, 499]);
  });

  for (const [header, seconds] of [
    ['120', 120],
    ['Mon, 23 Nov 2026 12:01:00 GMT', 60],
    ['999999', 86_400],
    ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['2026', 2026],
    [null, 0],
  ] as const)
    it(`JOB-5: reads Retry-After ${header} as ${seconds} s`, () => {
      const failure = failureOf(503, header);

      expect(failure instanceof RemoteBusy && failure.retryAfterSeconds).to.equal(seconds);
    });
});
