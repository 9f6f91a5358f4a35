import { expect } from 'chai';
import { JobPace, mostJobsAhead } from './job-pace.ts';

/** How many are claimed ahead on five slots after jobs that took so many milliseconds. */
function aheadAfter(...milliseconds: readonly number[]): number {
  const pace = new JobPace(5);
  for (const taken of milliseconds) pace.ended(taken);
  return pace.ahead;
}

describe('how many jobs are claimed ahead', () => {
  it('JOB-4: none as long as nothing is known of the jobs, and none again when the slots stall', () => {
    const pace = new JobPace(5);
    expect(pace.ahead).to.equal(0);

    pace.ended(1);
    expect(pace.ahead).to.be.greaterThan(0);
    pace.stalled();

    expect(pace.ahead).to.equal(0);
  });

  it('JOB-4: as many as the slots get through in a tenth of a second, and never more than a hundred', () => {
    expect([aheadAfter(50), aheadAfter(5), aheadAfter(4.9), aheadAfter(0), aheadAfter(-3)]).to.deep.equal([
      10,
      mostJobsAhead,
      mostJobsAhead,
      mostJobsAhead,
      mostJobsAhead,
    ]);
    expect(mostJobsAhead).to.equal(100);
  });

  it('JOB-4: none of jobs that take longer than the slots have in a tenth of a second', () => {
    expect([aheadAfter(500), aheadAfter(501)]).to.deep.equal([1, 0]);
  });

  it('JOB-4: one long job among quick ones ends it for a while', () => {
    const quick = Array.from({ length: 20 }, () => 1);
    const recovering = (jobs: number) => aheadAfter(...quick, 60_000, ...quick.slice(0, jobs));

    expect([recovering(0), recovering(15)]).to.deep.equal([0, 0]);
  });
});
