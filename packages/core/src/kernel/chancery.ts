import type { z } from 'zod';
import { type Contexts, contexts, type Repositories } from '../contexts.ts';
import {
  apiKeyRequired,
  authRequired,
  emailUnverified,
  isScopeAccess,
  noActiveWorkspace,
  reachOf,
} from './access.ts';
import { networkOf } from './address.ts';
import { base64urlOf, bytesOfBase64url, hexOf, sha256, utf8 } from './crypto.ts';
import { type Emission, flushEmissions } from './emission.ts';
import { entitlementsOf, type PlanCatalog } from './entitlements.ts';
import {
  Failure,
  type FailureKind,
  idempotencyInFlight,
  idempotencyKeyReused,
  permissionDenied,
  rateLimited,
  requestInvalid,
} from './errors.ts';
import type { EventType } from './events.ts';
import { admit, authenticate, permit, present, requireStepUp } from './gates.ts';
import { groupBy } from './group-by.ts';
import type { StoredOutcome } from './idempotency.ts';
import { canonicalJson } from './ledger/index.ts';
import type { JobStore, NewJob } from './outbox.ts';
import type {
  BlobStore,
  Clock,
  DeviceParser,
  HealthProbe,
  IdGenerator,
  KeyRing,
  LinkTokens,
  Log,
  MailSender,
  PasswordBlocklist,
  PasswordHasher,
  Queue,
  Random,
  SmsSender,
  Throttle,
  ThrottleAnswer,
  TimeZoneRules,
  TokenSigner,
} from './ports.ts';
import type { Caller, KeyPrincipal, Principal } from './principal.ts';
import type { Settings } from './settings.ts';
import { plusDays } from './time.ts';
import type { Transaction, UnitOfWork } from './unit-of-work.ts';
import type { HandlerContext, PreparingContext, Reaction, UseCase, WritingContext } from './use-case.ts';
import { detailsOf } from './validation.ts';

/** Everything the core asks of its host. */
export interface ChanceryPorts {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly random: Random;
  readonly unitOfWork: UnitOfWork;
  readonly jobs: JobStore;
  readonly queue: Queue;
  readonly tokens: TokenSigner;
  readonly passwords: PasswordHasher;
  readonly blocklist: PasswordBlocklist;
  readonly keyRing: KeyRing;
  readonly linkTokens: LinkTokens;
  readonly throttle: Throttle;
  readonly timeZones: TimeZoneRules;
  readonly devices: DeviceParser;
  readonly mail: MailSender;
  readonly sms: SmsSender;
  readonly blobs: BlobStore;
  readonly plans: PlanCatalog;
  readonly probes: readonly HealthProbe[];
  readonly settings: Settings;
  readonly log: Log;
  /** Told of every request that a key was admitted for (KEY-4); memory alone, never waited for. */
  readonly apiKeyUse?: { note(key: KeyPrincipal, address: string, at: string): void };
}

export interface RateState extends ThrottleAnswer {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What a host needs beside the data: whether it was replayed, and what is left of the caller's rate. */
export interface Outcome {
  readonly data: unknown;
  readonly replayed: boolean;
  readonly rate: RateState | null;
}

type Callable<U> =
  U extends UseCase<infer I, infer O> ? (input: z.input<I>, caller: Caller) => Promise<z.output<O>> : never;
type UseCaseNames<C> = { [K in keyof C]: C[K] extends UseCase ? K : never }[keyof C];

/** `chancery.workspace.createProject(input, caller)`: every use case of every context. */
export type Chancery = {
  readonly [C in keyof Contexts]: { readonly [U in UseCaseNames<Contexts[C]>]: Callable<Contexts[C][U]> };
} & {
  /** Runs one use case by its declaration; what an adapter calls. */
  execute(name: string, useCase: UseCase, input: unknown, caller: Caller): Promise<Outcome>;
  readonly ports: ChanceryPorts;
};

const isUseCase = (value: unknown): value is UseCase =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  ['query', 'command', 'action'].includes(String(value.kind));
const isReaction = (value: unknown): value is Reaction =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'reaction';

/** All use cases by context and name: what the contract, the permission table and the tests enumerate. */
export function useCases(): readonly {
  readonly context: string;
  readonly name: string;
  readonly useCase: UseCase;
}[] {
  return Object.entries(contexts).flatMap(([context, door]) =>
    Object.entries(door).flatMap(([name, value]) =>
      isUseCase(value) ? [{ context, name, useCase: value }] : [],
    ),
  );
}

export const reactions = (): readonly Reaction[] =>
  Object.values(contexts).flatMap((door) => Object.values(door).filter(isReaction));

/** Outcomes of these kinds are kept under the idempotency key; the others may be tried again with it. */
const keptKinds: ReadonlySet<FailureKind> = new Set([
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'version_conflict',
  'too_large',
  'unsupported_type',
]);

export function createChancery(ports: ChanceryPorts): Chancery {
  const pipeline = new Pipeline(ports);
  const doors = Object.fromEntries(
    Object.entries(contexts).map(([context, door]) => [
      context,
      Object.fromEntries(
        Object.entries(door).flatMap(([name, value]) =>
          isUseCase(value)
            ? [
                [
                  name,
                  async (input: unknown, caller: Caller) =>
                    (await pipeline.execute(name, value, input, caller)).data,
                ],
              ]
            : [],
        ),
      ),
    ]),
  );
  // The doors are typed by the mapped type above; Object.fromEntries cannot say so.
  return { ...doors, execute: pipeline.execute.bind(pipeline), ports } as unknown as Chancery;
}

/** One call on its way through the gates. */
interface Call {
  readonly name: string;
  readonly useCase: UseCase;
  readonly caller: Caller;
  readonly now: string;
}

/** The gates in the order of PLT-1, here and nowhere else. */
class Pipeline {
  readonly #ports: ChanceryPorts;
  readonly #reactions: ReadonlyMap<string, readonly Reaction[]>;

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
    this.#reactions = groupBy(reactions(), (reaction) => reaction.event.type);
  }

  async execute(name: string, useCase: UseCase, rawInput: unknown, caller: Caller): Promise<Outcome> {
    const { clock, tokens, unitOfWork } = this.#ports;
    const call: Call = { name, useCase, caller, now: clock.now() };
    await this.#throttleAddress(call);
    const presented = await present(caller.credential, useCase.access, tokens, call.now);
    const parsed = useCase.input.safeParse(rawInput, { reportInput: true });
    const role = useCase.unit ?? 'app';

    let rate: RateState | null | undefined;
    // An action passes twice, before its slow work and in its transaction; it is counted once.
    const admitted = async (transaction: Transaction) => {
      const principal = await this.#standing(transaction, presented, call);
      rate = rate === undefined ? await this.#throttlePrincipal(principal) : rate;
      permit(principal, useCase);
      if (principal.kind === 'api_key') this.#ports.apiKeyUse?.note(principal, caller.address, call.now);
      return { principal, rate };
    };

    let prepared: unknown;
    if (useCase.prepare !== undefined) {
      const { principal } = await unitOfWork.run('read', role, admitted);
      if (!parsed.success) throw requestInvalid({ details: detailsOf(parsed.error) });
      prepared = await useCase.prepare(parsed.data, this.#preparing(call, principal));
    }

    const claim: { key: string | null; jobs: readonly NewJob[] } = { key: null, jobs: [] };
    try {
      const outcome = await unitOfWork.run(
        useCase.kind === 'query' ? 'read' : 'write',
        role,
        async (transaction) => {
          const { principal, rate } = await admitted(transaction);
          if (!parsed.success) throw requestInvalid({ details: detailsOf(parsed.error) });
          transaction.enter(workspaceOf(principal));
          if (useCase.kind === 'query') {
            const data = await useCase.run(
              parsed.data,
              await this.#checked(parsed.data, transaction, principal, call),
            );
            return { data: useCase.output.parse(data), replayed: false, rate };
          }
          return { ...(await this.#write(transaction, principal, parsed.data, prepared, call, claim)), rate };
        },
      );
      this.#wake(claim.jobs);
      return outcome;
    } catch (error) {
      if (claim.key !== null && error instanceof Failure && keptKinds.has(error.kind))
        await this.#keepFailure(claim.key, error, call);
      throw error;
    }
  }

  /** Gate 3; also refuses where the row asks for a workspace that is not there. */
  async #standing(
    transaction: Transaction,
    presented: Awaited<ReturnType<typeof present>>,
    call: Call,
  ): Promise<Principal> {
    const principal = await authenticate(transaction, presented, call.caller.address, call.now);
    if (principal.kind === 'api_key') {
      const plan = this.#ports.plans.plan(principal.workspace.planCode);
      entitlementsOf(plan, this.#ports.plans, noCounters).requireFeature('api_integrations');
    }
    admit(principal, call.useCase, call.now);
    return principal;
  }

  async #write(
    transaction: Transaction,
    principal: Principal,
    input: unknown,
    prepared: unknown,
    call: Call,
    claim: { key: string | null; jobs: readonly NewJob[] },
  ): Promise<{ data: unknown; replayed: boolean }> {
    const { useCase, caller } = call;
    const { keyRing } = this.#ports;
    let keyHash: string | null = null;
    let fingerprint = '';
    if (caller.idempotencyKey !== null && useCase.idempotent !== false) {
      fingerprint = hexOf(sha256(canonicalJson(JSON.parse(JSON.stringify(input)))));
      keyHash = idempotencyScope(principal, call, fingerprint);
      const stored = await transaction.idempotency.begin(keyHash);
      if (stored === 'in_flight') throw idempotencyInFlight({ retryAfterSeconds: 1 });
      if (stored !== null) return { data: this.#replay(stored, fingerprint, keyHash), replayed: true };
      claim.key = `${keyHash} ${fingerprint}`;
    }

    const emissions: Emission[] = [];
    const context = await this.#checked(input, transaction, principal, call, emissions, prepared);
    const data = useCase.output.parse(await useCase.run(input as never, context));

    if (keyHash !== null) {
      const outcome = storedOutcome(data, false, fingerprint, useCase.secret ? { keyRing, keyHash } : null);
      transaction.settle(transaction.idempotency.finish(keyHash, outcome, plusDays(call.now, 1)));
    }
    claim.jobs = this.#flush(transaction, emissions, principal, call);
    return { data, replayed: false };
  }

  #replay(stored: StoredOutcome, fingerprint: string, keyHash: string): unknown {
    if (stored.fingerprint !== fingerprint) throw idempotencyKeyReused();
    const text = stored.sealed
      ? Buffer.from(
          this.#ports.keyRing.open(bytesOfBase64url(stored.body), `idempotency:${keyHash}`),
        ).toString('utf8')
      : stored.body;
    const body = JSON.parse(text);
    if (!stored.failed) return body;
    throw replayedFailure(body);
  }

  async #keepFailure(claim: string, error: Failure, call: Call): Promise<void> {
    const [keyHash = '', fingerprint = ''] = claim.split(' ');
    const outcome = storedOutcome(
      {
        code: error.code,
        kind: error.kind,
        message: error.message,
        details: error.details,
        retryAfterSeconds: error.retryAfterSeconds,
      },
      true,
      fingerprint,
      null,
    );
    await this.#ports.unitOfWork.run('write', 'app', async (transaction) => {
      transaction.enter(null);
      await transaction.idempotency.finish(keyHash, outcome, plusDays(call.now, 1));
    });
  }

  /** Gates 8 to 13: the thing, then verified address, step-up and plan feature; then the context for `run`. */
  async #checked(
    input: unknown,
    transaction: Transaction,
    principal: Principal,
    call: Call,
    emissions: Emission[] = [],
    prepared?: unknown,
  ): Promise<unknown> {
    const { useCase } = call;
    const context = this.#context(transaction, principal, call, emissions);
    const found = await useCase.find?.(input as never, context);
    const outside =
      typeof useCase.outside === 'function' ? useCase.outside(input as never) : useCase.outside === true;
    if (outside && this.#ports.settings.emailVerification === 'required' && !emailVerified(principal))
      throw emailUnverified();
    if (useCase.stepUp) requireStepUp(principal, call.now);
    if (useCase.feature !== undefined) context.entitlements.requireFeature(useCase.feature);
    return Object.assign(context, { found, prepared });
  }

  #base(principal: Principal, call: Call): HandlerContext {
    const { settings, timeZones } = this.#ports;
    const { access } = call.useCase;
    return {
      now: call.now,
      caller: call.caller,
      settings,
      timeZones,
      principal,
      get user() {
        if (principal.kind !== 'user') throw authRequired();
        return principal;
      },
      get key() {
        if (principal.kind !== 'api_key') throw apiKeyRequired();
        return principal;
      },
      get workspaceId() {
        const id = workspaceOf(principal);
        if (id === null) throw noActiveWorkspace();
        return id;
      },
      permitOwner(userId) {
        const role = principal.kind === 'user' ? principal.membership?.role : undefined;
        if (isScopeAccess(access) || role === undefined) throw permissionDenied();
        if (reachOf(access, role) !== 'any' && principal.kind === 'user' && principal.userId !== userId)
          throw permissionDenied();
      },
    };
  }

  #context(
    transaction: Transaction,
    principal: Principal,
    call: Call,
    emissions: Emission[],
  ): WritingContext & Repositories {
    const { ids, random, keyRing, linkTokens, tokens, devices, plans } = this.#ports;
    let ledgerId = workspaceOf(principal) ?? 'installation';
    const plan = plans.plan(
      principal.kind === 'public'
        ? this.#ports.settings.defaultPlanCode
        : (principal.workspace?.planCode ?? this.#ports.settings.defaultPlanCode),
    );
    const record = (event: EventType, data: unknown, ledger: string) =>
      emissions.push({ event, data: event.data.parse(data), ledgerId: ledger });
    const kernel: Omit<WritingContext, keyof HandlerContext> = {
      random,
      keyRing,
      linkTokens,
      tokens,
      devices,
      entitlements: entitlementsOf(plan, plans, transaction.repositories.usage),
      newId: () => ids.uuid7(),
      emit: (event, data) => void record(event, data, ledgerId),
      emitIn: (ledger, event, data) => void record(event, data, ledger),
      openLedger: (id) => transaction.openLedger(id),
      enter: (workspaceId) => {
        transaction.enter(workspaceId);
        ledgerId = workspaceId;
      },
      requireStepUp: () => requireStepUp(principal, call.now),
    };
    // The repositories are the prototype, so that each is made only when a handler names it.
    const context: object = Object.create(transaction.repositories);
    Object.defineProperties(context, Object.getOwnPropertyDescriptors(this.#base(principal, call)));
    return Object.assign(context, kernel) as WritingContext & Repositories;
  }

  #preparing(call: Call, principal: Principal): PreparingContext<Repositories> {
    const { passwords, blocklist, keyRing, tokens, linkTokens, random, throttle, ids, unitOfWork } =
      this.#ports;
    const base = this.#base(principal, call);
    return Object.defineProperties(
      {
        passwords,
        blocklist,
        keyRing,
        tokens,
        linkTokens,
        random,
        throttle,
        newId: () => ids.uuid7(),
        transact: <T>(work: (context: WritingContext & Repositories) => Promise<T>) =>
          this.#transact(principal, call, work),
      },
      Object.getOwnPropertyDescriptors(base),
    ) as PreparingContext<Repositories>;
  }

  /** A transaction beside the main one, for what must stay whatever becomes of the call. */
  async #transact<T>(
    principal: Principal,
    call: Call,
    work: (context: WritingContext & Repositories) => Promise<T>,
  ): Promise<T> {
    const { result, jobs } = await this.#ports.unitOfWork.run(
      'write',
      call.useCase.unit ?? 'app',
      async (transaction) => {
        transaction.enter(workspaceOf(principal));
        const emissions: Emission[] = [];
        const done = await work(this.#context(transaction, principal, call, emissions));
        return { result: done, jobs: this.#flush(transaction, emissions, principal, call) };
      },
    );
    this.#wake(jobs);
    return result;
  }

  #flush(
    transaction: Transaction,
    emissions: readonly Emission[],
    principal: Principal,
    { caller, now }: Call,
  ): readonly NewJob[] {
    const { keyRing, ids } = this.#ports;
    const { jobs, written } = flushEmissions({
      transaction,
      emissions,
      principal,
      caller,
      now,
      keyRing,
      newId: () => ids.uuid7(),
      reactions: this.#reactions,
    });
    transaction.settle(written);
    return jobs;
  }

  /** Gate 2: the row's own bucket, by the caller's network. */
  async #throttleAddress({ useCase, caller }: Call): Promise<void> {
    const { settings, throttle } = this.#ports;
    if (useCase.throttle === undefined || settings.rateLimitScale === 0) return;
    const { bucket, limit, windowSeconds } = useCase.throttle;
    const answer = await throttle.consume(
      bucket,
      networkOf(caller.address),
      Math.ceil(limit * settings.rateLimitScale),
      windowSeconds,
    );
    if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
  }

  /** Gate 4 (THR-10, THR-11): by key, or by session and workspace. */
  async #throttlePrincipal(principal: Principal): Promise<RateState | null> {
    const { settings } = this.#ports;
    if (principal.kind === 'public') return null;
    if (principal.kind === 'api_key') {
      const planLimit = this.#ports.plans.plan(principal.workspace.planCode).limits.api_requests_per_minute;
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
    const { settings, throttle, log } = this.#ports;
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
      // THR-14: a throttle that is away stops nobody who has proven who they are.
      log.warn({ bucket, error }, 'throttle is away; letting the request pass');
      return { allowed: true, remaining: limit, retryAfterSeconds: 60 };
    });
    if (!answer.allowed) throw rateLimited({ retryAfterSeconds: answer.retryAfterSeconds });
    return { ...answer, limit, windowSeconds: 60 };
  }

  /** Wakes the workers; a lost wake-up costs one poll, never a job. */
  #wake(jobs: readonly NewJob[]): void {
    for (const [queue, waiting] of groupBy(jobs, (job) => job.queue)) {
      this.#ports.queue
        .publish(
          queue,
          waiting.map(({ id }) => id),
        )
        .catch((error: unknown) => {
          this.#ports.log.warn(
            { queue, error: String(error) },
            'wake-up not delivered; the poll will find the job',
          );
        });
    }
  }
}

const noCounters = {
  take: async () => true,
  release: async () => undefined,
  used: async () => 0,
};

const workspaceOf = (principal: Principal): string | null =>
  principal.kind === 'public' ? null : (principal.workspace?.id ?? null);

const emailVerified = (principal: Principal): boolean =>
  principal.kind === 'user'
    ? principal.emailVerified
    : principal.kind === 'api_key' && principal.actsAsEmailVerified;

/** Per caller and route; on public rows per network, route and body (PLT-3). */
function idempotencyScope(principal: Principal, { name, caller }: Call, fingerprint: string): string {
  const scope =
    principal.kind === 'public'
      ? `public:${networkOf(caller.address)}:${fingerprint}`
      : principal.kind === 'api_key'
        ? `key:${principal.apiKeyId}`
        : `user:${principal.userId}:${principal.workspace?.id ?? ''}`;
  return hexOf(sha256(`${scope}\0${name}\0${caller.idempotencyKey}`));
}

function storedOutcome(
  body: unknown,
  failed: boolean,
  fingerprint: string,
  seal: { keyRing: KeyRing; keyHash: string } | null,
): StoredOutcome {
  const text = JSON.stringify(body);
  if (seal === null) return { fingerprint, failed, body: text, sealed: false };
  return {
    fingerprint,
    failed,
    body: base64urlOf(seal.keyRing.seal(utf8(text), `idempotency:${seal.keyHash}`)),
    sealed: true,
  };
}

function replayedFailure(body: {
  code: string;
  kind: FailureKind;
  message: string;
  details: Failure['details'];
  retryAfterSeconds: number | null;
}): Failure {
  const failure = new Failure(body.code, body.kind, body.message, {
    details: body.details,
    ...(body.retryAfterSeconds === null ? {} : { retryAfterSeconds: body.retryAfterSeconds }),
  });
  return Object.assign(failure, { replayed: true });
}
