import { networkOf } from '../kernel/address.ts';
import { hexOf, sha256 } from '../kernel/crypto.ts';
import type { EndpointThrottle } from '../kernel/declaration.ts';
import { rateLimited } from '../kernel/errors.ts';
import type { Principal, PublicPrincipal } from '../kernel/principal.ts';
import type { RateLimit } from '../kernel/request-rates.ts';
import { closedWhenAway } from '../kernel/throttling.ts';
import { plusSeconds } from '../kernel/time.ts';
import type { Call } from './call.ts';
import type { ChanceryPorts } from './ports.ts';
import { StoppedNetworks } from './stopped-networks.ts';

/** What is left of a caller's rate. */
export interface RateState {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly endsInSeconds: number;
}

/** A bucket in which a call was the first of its window. */
export interface Taken {
  readonly bucket: string;
  readonly key: string;
}

/** A bound on what strangers make grow (PLT-29): as many failed sign-ins as one network may have in an hour (THR-3). */
const mostKeptAnHour = 120;

const stopKeyOf = ({ bucket }: EndpointThrottle, { caller }: Call): string =>
  `${bucket} ${networkOf(caller.address)}`;

/** Counts a request against the limits of its network, its endpoint and its caller. */
export class RequestThrottles {
  readonly #stopped: StoppedNetworks;
  readonly #ports: Pick<ChanceryPorts, 'settings' | 'throttle' | 'requestRates'>;

  constructor(ports: Pick<ChanceryPorts, 'settings' | 'throttle' | 'requestRates'>) {
    this.#ports = ports;
    this.#stopped = new StoppedNetworks(ports.settings.rateLimitScale);
  }

  /** Gate 2: the endpoint's own bucket, by the caller's network. Where only misses count, one that has none left. */
  async address(call: Call): Promise<void> {
    const { throttle } = call.useCase;
    if (throttle === undefined || this.#ports.settings.rateLimitScale === 0) return;
    if (throttle.counts === 'misses') this.#stopped.pass(stopKeyOf(throttle, call), call.now);
    else await this.#count(throttle, call);
  }

  /**
   * Counts a call that was refused before it came to gate 2: whose body could not be read. Only strangers are held to it
   * (PLT-29): to people and applications the body is the first gate (PLT-1).
   */
  async unreadable(call: Call): Promise<void> {
    const { access, throttle } = call.useCase;
    if (access !== 'anyone' || throttle === undefined || this.#ports.settings.rateLimitScale === 0) return;
    await this.#count(throttle, call);
  }

  /**
   * Counts a call that opened nothing, if that is what its endpoint counts, and gives back what it took of other buckets:
   * strangers who try what does not exist must not leave a row for each.
   */
  async missed(call: Call, taken: readonly Taken[]): Promise<void> {
    const { throttle } = call.useCase;
    if (throttle?.counts !== 'misses' || this.#ports.settings.rateLimitScale === 0) return;
    for (const { bucket, key } of taken) await closedWhenAway(this.#ports.throttle).reset(bucket, key);
    await this.#count(throttle, call);
  }

  async #count(throttle: EndpointThrottle, call: Call): Promise<void> {
    const { settings, throttle: store } = this.#ports;
    const { allowed, retryAfterSeconds } = await closedWhenAway(store).consume(
      throttle.bucket,
      networkOf(call.caller.address),
      Math.ceil(throttle.limit * settings.rateLimitScale),
      throttle.windowSeconds,
    );
    if (allowed) return;
    if (throttle.counts === 'misses')
      this.#stopped.note(stopKeyOf(throttle, call), plusSeconds(call.now, retryAfterSeconds), call.now);
    throw rateLimited({ retryAfterSeconds });
  }

  /** The endpoint's other buckets, by what the call is about or who calls. Says which of them had no row before. */
  async endpoint(principal: Principal, input: unknown, { useCase, caller }: Call): Promise<readonly Taken[]> {
    const { settings, throttle } = this.#ports;
    const taken: Taken[] = [];
    if (settings.rateLimitScale === 0) return taken;
    for (const { bucket, limit, windowSeconds, by } of useCase.throttles ?? []) {
      const about = by(input as never, principal, networkOf(caller.address));
      if (about === null) continue;
      const most = Math.ceil(limit * settings.rateLimitScale);
      const key = hexOf(sha256(about));
      const answer = await closedWhenAway(throttle).consume(bucket, key, most, windowSeconds);
      if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
      if (answer.remaining === most - 1) taken.push({ bucket, key });
    }
    return taken;
  }

  /** Whether one thing more may be kept of what a network does that has proven nothing (PLT-29). */
  async mayKeep(what: 'security_log' | 'kept_refusals', { caller }: Call): Promise<boolean> {
    const { settings, throttle } = this.#ports;
    if (settings.rateLimitScale === 0) return true;
    const most = Math.ceil(mostKeptAnHour * settings.rateLimitScale);
    return (await throttle.consume(what, networkOf(caller.address), most, 3600)).allowed;
  }

  /** Gate 4 (THR-10, THR-11): by key, or by session and workspace. Says what a key has left. */
  async principal(principal: Principal, planLimit: number | null, { now }: Call): Promise<RateState | null> {
    const { settings, requestRates } = this.#ports;
    if (principal.kind === 'public') return null;
    const ofKey = principal.kind === 'api_key' ? principal.rateLimitPerMinute : null;
    if (settings.rateLimitScale === 0) return ofKey === null ? null : unlimited(ofKey);
    const limits = limitsOn(principal, planLimit).map(({ limit, ...by }) => ({
      ...by,
      limit: Math.ceil(limit * settings.rateLimitScale),
    }));
    const { allowed, remaining, endsInSeconds } = await requestRates.count(limits, now);
    if (!allowed) throw rateLimited({ retryAfterSeconds: endsInSeconds });
    if (ofKey === null) return null;
    return { limit: limits[0]?.limit ?? 0, windowSeconds: 60, remaining, endsInSeconds };
  }
}

/** Of each caller the narrower limit first: it is the one that answers tell of. */
function limitsOn(
  principal: Exclude<Principal, PublicPrincipal>,
  planLimit: number | null,
): readonly RateLimit[] {
  const { workspace } = principal;
  if (principal.kind === 'api_key') {
    const ofKey = { bucket: 'key', key: principal.apiKeyId, limit: principal.rateLimitPerMinute };
    return planLimit === null
      ? [ofKey]
      : [ofKey, { bucket: 'key_workspace', key: principal.workspace.id, limit: planLimit }];
  }
  const ofSession = { bucket: 'session', key: principal.sessionId, limit: 1200 };
  return workspace === null
    ? [ofSession]
    : [ofSession, { bucket: 'workspace', key: workspace.id, limit: 12_000 }];
}

const unlimited = (limit: number): RateState => ({
  limit,
  windowSeconds: 60,
  remaining: limit,
  endsInSeconds: 60,
});
