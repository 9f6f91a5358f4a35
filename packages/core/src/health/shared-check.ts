import type { Clock, DependencyStatus, HealthProbe } from '../kernel/ports.ts';
import { type Instant, secondsBetween } from '../kernel/time.ts';
import type { DependencyHealth } from './views.ts';

const limitMilliseconds = 2000;
const sharedSeconds = 1;
/** The only detail that a probe may report; anything longer or freer could be the text of an error (HLT-3). */
const shortCode = /^[a-z][a-z0-9_]{0,39}$/;

/** Runs a probe at most once a second, however many callers ask (HLT-2). It never rejects. */
export function sharedCheck(probe: HealthProbe, clock: Clock): () => Promise<DependencyHealth> {
  let latest: {
    readonly startedAt: Instant;
    readonly answer: Promise<DependencyHealth>;
    settled: boolean;
  } | null = null;
  let state: { readonly status: DependencyStatus; readonly since: Instant } | null = null;

  async function check(startedAt: Instant): Promise<DependencyHealth> {
    const begun = performance.now();
    const { status, detail } = await outcomeOf(probe);
    const latencyMs = status === 'not_configured' ? null : Math.round((performance.now() - begun) * 10) / 10;
    if (state?.status !== status) state = { status, since: startedAt };
    return {
      name: probe.name,
      required: probe.required,
      status,
      latencyMs,
      checkedAt: startedAt,
      since: state.since,
      detail,
    };
  }

  return () => {
    const now = clock.now();
    if (latest !== null && (!latest.settled || secondsBetween(latest.startedAt, now) < sharedSeconds))
      return latest.answer;
    const current = { startedAt: now, answer: check(now), settled: false };
    latest = current;
    void current.answer.then(() => {
      current.settled = true;
    });
    return current.answer;
  };
}

type Outcome = Pick<DependencyHealth, 'status' | 'detail'>;

/** The answer of the probe within its time. One that throws or is late is unavailable, and its error text is dropped. */
async function outcomeOf(probe: HealthProbe): Promise<Outcome> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: 'unavailable', detail: 'timeout' });
      controller.abort();
    }, limitMilliseconds);
  });
  const asked = Promise.resolve()
    .then(() => probe.check(controller.signal))
    .then(
      ({ status, detail }): Outcome => ({ status, detail: detail && shortCode.test(detail) ? detail : null }),
      (): Outcome => ({ status: 'unavailable', detail: 'failed' }),
    );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
