import type { Clock, HealthProbe } from '../kernel/ports.ts';
import { secondsBetween } from '../kernel/time.ts';
import { sharedCheck } from './shared-check.ts';
import type { DependencyHealth, HealthResponse, LivenessResponse } from './views.ts';

export interface Health {
  /** Checks every dependency; `unavailable` if a required one is, and then the HTTP answer is 503. */
  report(): Promise<HealthResponse>;
  /** Checks the required dependencies only; `unavailable` and `draining` mean that no traffic should be sent here (503). */
  ready(): Promise<HealthResponse>;
  /** Reports that the process runs, and checks nothing outside it. */
  live(): LivenessResponse;
  /** Makes `ready` answer `draining` from now on, whatever the dependencies say (HLT-4). */
  drain(): void;
}

export interface HealthParts {
  readonly probes: readonly HealthProbe[];
  readonly clock: Clock;
  /** Shown to everybody who asks; if it is left out, the answers contain null. */
  readonly version?: string;
}

/** HLT-1 to HLT-4: checks run in parallel, two seconds each, and are shared for a second. */
export function createHealth({ probes, clock, version }: HealthParts): Health {
  const startedAt = clock.now();
  const checks = probes.map((probe) => ({ required: probe.required, run: sharedCheck(probe, clock) }));
  const required = checks.filter((check) => check.required);
  let draining = false;

  const uptime = () => Math.max(0, secondsBetween(startedAt, clock.now()));
  async function answer(which: typeof checks): Promise<HealthResponse> {
    const checkedAt = clock.now();
    const dependencies = await Promise.all(which.map(({ run }) => run()));
    return {
      status: statusOf(dependencies),
      version: version ?? null,
      startedAt,
      uptimeSeconds: uptime(),
      checkedAt,
      dependencies,
    };
  }

  return {
    report: () => answer(checks),
    async ready() {
      const response = await answer(required);
      return draining ? { ...response, status: 'draining' } : response;
    },
    live: () => ({ status: 'ok', uptimeSeconds: uptime(), timestamp: clock.now() }),
    drain() {
      draining = true;
    },
  };
}

/** HLT-1: a dependency that is not configured does not count. */
function statusOf(dependencies: readonly DependencyHealth[]): 'ok' | 'degraded' | 'unavailable' {
  if (dependencies.some(({ required, status }) => required && status === 'unavailable')) return 'unavailable';
  return dependencies.every(({ status }) => status === 'ok' || status === 'not_configured')
    ? 'ok'
    : 'degraded';
}
