import { networkOf } from '../kernel/address.ts';
import { hexOf, sha256 } from '../kernel/crypto.ts';
import { rateLimited } from '../kernel/errors.ts';
import type { ThrottleAnswer } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import { closedWhenAway } from '../kernel/throttling.ts';
import type { Call } from './call.ts';
import type { ChanceryPorts } from './ports.ts';

export interface RateState extends ThrottleAnswer {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Counts a request against the limits of its network, its endpoint and its caller. */
export class RequestThrottles {
  readonly #ports: Pick<ChanceryPorts, 'settings' | 'throttle' | 'throttleStandIn' | 'log'>;

  constructor(ports: Pick<ChanceryPorts, 'settings' | 'throttle' | 'throttleStandIn' | 'log'>) {
    this.#ports = ports;
  }

  /** Gate 2: the endpoint's own bucket, by the caller's network. */
  async address({ useCase, caller }: Call): Promise<void> {
    const { settings, throttle } = this.#ports;
    if (useCase.throttle === undefined || settings.rateLimitScale === 0) return;
    const { bucket, limit, windowSeconds } = useCase.throttle;
    const answer = await closedWhenAway(throttle).consume(
      bucket,
      networkOf(caller.address),
      Math.ceil(limit * settings.rateLimitScale),
      windowSeconds,
    );
    if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
  }

  /** The endpoint's other buckets, by what the call is about or who calls. */
  async endpoint(principal: Principal, input: unknown, { useCase }: Call): Promise<void> {
    const { settings, throttle } = this.#ports;
    if (settings.rateLimitScale === 0) return;
    for (const { bucket, limit, windowSeconds, by } of useCase.throttles ?? []) {
      const key = by(input as never, principal);
      if (key === null) continue;
      const most = Math.ceil(limit * settings.rateLimitScale);
      const answer = await closedWhenAway(throttle).consume(bucket, hexOf(sha256(key)), most, windowSeconds);
      if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
    }
  }

  /** Gate 4 (THR-10, THR-11): by key, or by session and workspace. */
  async principal(principal: Principal, planLimit: number | null): Promise<RateState | null> {
    const { settings } = this.#ports;
    if (principal.kind === 'public') return null;
    if (principal.kind === 'api_key') {
      const perKey = await this.#consume('key', principal.apiKeyId, principal.rateLimitPerMinute);
      if (planLimit !== null && settings.rateLimitScale > 0)
        await this.#consume('key_workspace', principal.workspace.id, planLimit);
      return perKey;
    }
    if (settings.rateLimitScale === 0) return null;
    await this.#consume('session', principal.sessionId, 1200);
    if (principal.workspace !== null) await this.#consume('workspace', principal.workspace.id, 12_000);
    return null;
  }

  async #consume(bucket: string, key: string, plainLimit: number): Promise<RateState> {
    const { settings, throttle, throttleStandIn, log } = this.#ports;
    if (settings.rateLimitScale === 0)
      return {
        allowed: true,
        remaining: plainLimit,
        retryAfterSeconds: 60,
        limit: plainLimit,
        windowSeconds: 60,
      };
    const limit = Math.ceil(plainLimit * settings.rateLimitScale);
    const answer = await throttle.consume(bucket, key, limit, 60).catch((error: unknown) => {
      log.warn({ bucket, error }, 'the throttle is away; this process counts alone');
      return throttleStandIn.consume(bucket, key, limit, 60);
    });
    if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
    return { ...answer, limit, windowSeconds: 60 };
  }
}
