import { expect } from 'chai';
import sinon from 'sinon';
import type { Clock, DependencyStatus, HealthProbe } from '../kernel/ports.ts';
import { instantOf } from '../kernel/time.ts';
import { createHealth } from './health.ts';
import { HealthResponseView, LivenessResponseView } from './views.ts';

class StillClock implements Clock {
  #milliseconds = Date.parse('2026-11-23T12:00:00.000Z');
  now() {
    return instantOf(this.#milliseconds);
  }
  advance(milliseconds: number) {
    this.#milliseconds += milliseconds;
  }
}

interface CountingProbe extends HealthProbe {
  checks: number;
  answer: () => Promise<{ status: DependencyStatus; detail?: string | null }>;
}

function aProbe(name: string, required: boolean, status: DependencyStatus = 'ok'): CountingProbe {
  const probe: CountingProbe = {
    name,
    required,
    checks: 0,
    answer: async () => ({ status }),
    check() {
      probe.checks += 1;
      return probe.answer();
    },
  };
  return probe;
}

const cases: readonly (readonly [DependencyStatus, DependencyStatus, string])[] = [
  ['ok', 'ok', 'ok'],
  ['ok', 'not_configured', 'ok'],
  ['ok', 'degraded', 'degraded'],
  ['ok', 'unavailable', 'degraded'],
  ['degraded', 'ok', 'degraded'],
  ['unavailable', 'ok', 'unavailable'],
  ['unavailable', 'unavailable', 'unavailable'],
];

describe('createHealth', () => {
  for (const [required, other, status] of cases) {
    it(`HLT-1: is ${status} while a required dependency is ${required} and another is ${other}`, async () => {
      const health = createHealth({
        probes: [aProbe('a', true, required), aProbe('b', false, other)],
        clock: new StillClock(),
      });
      expect((await health.report()).status).to.equal(status);
    });
  }

  it('HLT-1: a check that throws keeps its own required flag', async () => {
    const broken = aProbe('mailer', false);
    broken.answer = () => Promise.reject(new Error('no'));
    const { status, dependencies } = await createHealth({
      probes: [broken],
      clock: new StillClock(),
    }).report();

    expect(status).to.equal('degraded');
    expect(dependencies[0]).to.include({
      name: 'mailer',
      required: false,
      status: 'unavailable',
      detail: 'failed',
    });
  });

  it('HLT-2: 500 calls at once make one check of each dependency, and the next second another', async () => {
    const clock = new StillClock();
    const probes = [aProbe('a', true), aProbe('b', false)];
    const health = createHealth({ probes, clock });
    const counts = () => probes.map(({ checks }) => checks);

    await Promise.all(Array.from({ length: 500 }, (_, i) => (i % 2 ? health.report() : health.ready())));
    clock.advance(999);
    await health.report();
    expect(counts()).to.deep.equal([1, 1]);

    clock.advance(1);
    await health.report();
    expect(counts()).to.deep.equal([2, 2]);
  });

  it('HLT-2: gives each check two seconds, all at the same time, and aborts late ones', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const aborted: string[] = [];
      const hung = (name: string): HealthProbe => ({
        name,
        required: true,
        check: (signal) => {
          signal.addEventListener('abort', () => aborted.push(name));
          return new Promise(() => {});
        },
      });
      const answer = createHealth({ probes: [hung('a'), hung('b')], clock: new StillClock() }).report();
      await timers.tickAsync(2000);

      const { status, dependencies } = await answer;
      expect(status).to.equal('unavailable');
      expect(dependencies.map(({ detail }) => detail)).to.deep.equal(['timeout', 'timeout']);
      for (const { latencyMs } of dependencies) expect(latencyMs).to.be.a('number').and.be.at.least(0);
      expect(aborted).to.deep.equal(['a', 'b']);
    } finally {
      timers.restore();
    }
  });

  it('HLT-3: contains no text of an error and no detail that is not a short code', async () => {
    const probe = aProbe('database', true);
    const health = createHealth({
      probes: [
        probe,
        {
          ...aProbe('disk', false),
          check: async () => ({ status: 'degraded', detail: 'db-1.internal:5432' }),
        },
      ],
      clock: new StillClock(),
    });
    probe.answer = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432 password=hunter2'));

    expect(JSON.stringify(await health.report())).to.not.match(/10\.0\.0|hunter2|ECONN|internal/);
  });

  it('HLT-4: ready answers draining from the moment of the drain, and live stays ok', async () => {
    const health = createHealth({ probes: [aProbe('a', true)], clock: new StillClock() });
    expect((await health.ready()).status).to.equal('ok');
    health.drain();

    expect((await health.ready()).status).to.equal('draining');
    expect(health.live().status).to.equal('ok');
  });

  it('says since when each state lasts, checks only required dependencies for ready, and fits its views', async () => {
    const clock = new StillClock();
    const database = aProbe('database', true);
    const mailer = aProbe('mailer', false);
    const health = createHealth({ probes: [database, mailer], clock, version: '1.2.3' });
    const began = clock.now();
    await health.ready();
    expect(mailer.checks).to.equal(0);

    clock.advance(5000);
    expect((await health.ready()).dependencies[0]).to.include({ since: began, checkedAt: clock.now() });
    clock.advance(5000);
    database.answer = async () => ({ status: 'unavailable', detail: 'migrations_pending' });
    const report = await health.report();
    expect(report).to.include({ version: '1.2.3', uptimeSeconds: 10, startedAt: began });
    expect(report.dependencies[0]).to.include({ since: clock.now(), detail: 'migrations_pending' });

    expect(HealthResponseView.parse(report)).to.deep.equal(report);
    expect(LivenessResponseView.parse(health.live())).to.deep.equal(health.live());
  });
});
