import type { z } from 'zod';
import type { Contexts, Repositories } from '../contexts.ts';
import { emailUnverified, isScopeAccess, reachOf } from './access.ts';
import { networkOf } from './address.ts';
import type { BillingProcessor } from './billing-processor.ts';
import type { Call } from './call.ts';
import type { ConferenceProviders } from './conference.ts';
import { bytesOfBase64url } from './crypto.ts';
import { useCases } from './declarations.ts';
import { actorOf, type Emission, emissionsOf, flushEmissions } from './emission.ts';
import {
  effectivePlan,
  entitlementsOf,
  type Plan,
  type PlanCatalog,
  type PlanTerms,
  usageMonth,
} from './entitlements.ts';
import {
  Failure,
  type FailureKind,
  idempotencyInFlight,
  idempotencyKeyReused,
  permissionDenied,
  requestInvalid,
} from './errors.ts';
import {
  admit,
  authenticate,
  type Presented,
  permit,
  present,
  requireSecondFactor,
  requireStepUp,
  type StandingRow,
  standingRow,
} from './gates.ts';
import { groupBy } from './group-by.ts';
import type { StoredOutcome } from './idempotency.ts';
import {
  type IdempotencyClaim,
  idempotencyClaim,
  replayedFailure,
  storedOutcome,
} from './idempotency-claim.ts';
import type { OidcClient } from './oidc-client.ts';
import type { JobStore, NewJob } from './outbox.ts';
import type {
  AccessClaims,
  BlobStore,
  Clock,
  ContentScanner,
  DeviceParser,
  EgressClient,
  HealthProbe,
  IdGenerator,
  KeyRing,
  LinkTokens,
  Log,
  MailSender,
  PasskeyVerifier,
  PasswordBlocklist,
  PasswordHasher,
  Queue,
  Random,
  SmsSender,
  Throttle,
  TimeZoneRules,
  TokenSigner,
  TotpVerifier,
  TypeDetector,
  WebhookSigner,
} from './ports.ts';
import {
  type Caller,
  emailVerified,
  type KeyPrincipal,
  type Principal,
  type UserPrincipal,
  type WorkspaceStanding,
  workspaceOf,
} from './principal.ts';
import { projectionOf } from './projection.ts';
import { isStill, RecentStandings } from './recent-standings.ts';
import { type RateState, RequestThrottles } from './request-throttles.ts';
import type { Settings } from './settings.ts';
import { closedWhenAway } from './throttling.ts';
import { plusDays } from './time.ts';
import { StatementAfterCommit, type Transaction, type UnitOfWork } from './unit-of-work.ts';
import type { HandlerContext, PreparingContext, UseCase, WritingContext } from './use-case.ts';
import { detailsOf } from './validation.ts';
import { wake } from './wake.ts';
import { withPrincipal } from './with-principal.ts';

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
  readonly totp: TotpVerifier;
  readonly passkeys: PasskeyVerifier;
  readonly keyRing: KeyRing;
  readonly linkTokens: LinkTokens;
  readonly throttle: Throttle;
  /** Counts in this process alone, for signed-in people and keys while `throttle` is away (THR-14). */
  readonly throttleStandIn: Throttle;
  readonly timeZones: TimeZoneRules;
  readonly devices: DeviceParser;
  readonly conference: ConferenceProviders;
  readonly mail: MailSender;
  readonly sms: SmsSender;
  readonly blobs: BlobStore;
  readonly types: TypeDetector;
  readonly scanner: ContentScanner;
  readonly egress: EgressClient;
  readonly webhookSigner: WebhookSigner;
  readonly plans: PlanCatalog;
  readonly payments: BillingProcessor;
  readonly oidc: OidcClient;
  readonly probes: readonly HealthProbe[];
  readonly settings: Settings;
  readonly log: Log;
  /** Told of every request that a key was admitted for (KEY-4); memory alone, never waited for. */
  readonly apiKeyUse?: { note(key: KeyPrincipal, address: string, at: string): void };
  /** Told of every request that a session was admitted for; memory alone, never waited for. */
  readonly sessionUse?: { note(user: UserPrincipal, at: string): void };
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

/** Runs in a transaction that writes nothing. */
const isRead = (useCase: UseCase): boolean => useCase.kind === 'query' && !useCase.audited;

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
    [...groupBy(useCases(), ({ context }) => context)].map(([context, declared]) => [
      context,
      Object.fromEntries(
        declared.map(({ name, useCase }) => [
          name,
          async (input: unknown, caller: Caller) =>
            (await pipeline.execute(name, useCase, input, caller)).data,
        ]),
      ),
    ]),
  );
  // The doors are typed by the mapped type above; Object.fromEntries cannot say so.
  return { ...doors, execute: pipeline.execute.bind(pipeline), ports } as unknown as Chancery;
}

/** The gates in the order of PLT-1, here and nowhere else. */
class Pipeline {
  readonly #ports: ChanceryPorts;
  readonly #throttles: RequestThrottles;
  readonly #recent = new RecentStandings();
  /** Reads that wait for one answer before they ask for more: their commit cannot be sent ahead. */
  readonly #inTurns = new Set<UseCase>();

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
    this.#throttles = new RequestThrottles(ports);
  }

  execute(name: string, useCase: UseCase, rawInput: unknown, caller: Caller): Promise<Outcome> {
    const passing = this.#pass(name, useCase, rawInput, caller);
    return useCase.signsIn === undefined ? passing : this.#logged(passing, name, useCase, rawInput, caller);
  }

  /** A sign-in whose refusal stands in the security log before it is answered (platform 12). */
  async #logged(
    passing: Promise<Outcome>,
    row: string,
    useCase: UseCase,
    rawInput: unknown,
    { address, requestId }: Caller,
  ): Promise<Outcome> {
    try {
      return await passing;
    } catch (error) {
      const isRefused =
        error instanceof Failure && (error.kind === 'unauthenticated' || error.kind === 'forbidden');
      if (!isRefused || 'replayed' in error) throw error;
      const { clock, ids, keyRing, log, unitOfWork } = this.#ports;
      const parsed = useCase.input.safeParse(rawInput);
      const accountKey = parsed.success ? (useCase.signsIn?.(parsed.data, keyRing) ?? null) : null;
      const { code } = error;
      const failed = { row, code, accountKey, network: networkOf(address), requestId };
      await unitOfWork
        .run('write', 'identity', (transaction) => {
          transaction.enter(null);
          return transaction.repositories.securityLog.add({ id: ids.uuid7(), at: clock.now(), ...failed });
        })
        .catch((cause: unknown) => log.warn({ row, cause }, 'the security log could not be written'));
      throw error;
    }
  }

  async #pass(name: string, useCase: UseCase, rawInput: unknown, caller: Caller): Promise<Outcome> {
    const { clock, tokens, unitOfWork } = this.#ports;
    const call: Call = { name, useCase, caller, now: clock.now() };
    await this.#throttles.address(call);
    const presented = await present(caller.credential, useCase.access, tokens, call.now, useCase.bearer);
    const parsed = useCase.input.safeParse(rawInput, { reportInput: true });
    const role = useCase.unit ?? 'app';

    let rate: RateState | null = null;
    // An action passes twice, before its slow work and in its transaction; it is counted once.
    let counting: Promise<void> | undefined;
    const counted = (principal: Principal): Promise<void> => {
      counting ??= this.#throttles
        .principal(principal, this.#planOf(principal, call.now).plan.limits.api_requests_per_minute)
        .then(async (state) => {
          rate = state;
          if (parsed.success) await this.#throttles.row(principal, parsed.data, call);
        });
      return counting;
    };
    const admitted = async (transaction: Transaction) => {
      const row = await standingRow(transaction, presented);
      this.#recent.note(presented, row);
      const principal = this.#standing(row, presented, call);
      await counted(principal);
      permit(principal, useCase);
      this.#noteUse(principal, call);
      return { principal, rate };
    };

    if (useCase.endsSession && presented.kind === 'token' && parsed.success) {
      const known = await this.#replayAfterEnd(presented.claims, parsed.data, call);
      if (known !== null) return { data: known.data, replayed: true, rate: null };
    }
    let prepared: unknown;
    if (useCase.prepare !== undefined) {
      const { principal, known } = await unitOfWork.run('read', role, async (transaction) => {
        const admission = await admitted(transaction);
        if (!parsed.success) throw requestInvalid({ details: detailsOf(parsed.error) });
        // The slow work is not done again for a repeat, and what a repeat of another request would do is not done at all.
        const claim = idempotencyClaim(admission.principal, parsed.data, call);
        const stored = claim && (await transaction.idempotency.stored(claim.keyHash, call.now));
        return { ...admission, known: stored && claim && this.#replay(stored, claim) };
      });
      if (known !== null) return { data: known.data, replayed: true, rate };
      prepared = await useCase.prepare(parsed.data as never, this.#preparing(call, principal));
    }

    if (isRead(useCase) && parsed.success) {
      const read = await this.#readAhead(presented, parsed.data, counted, call);
      if (read !== null) return { ...read, replayed: false, rate };
    }

    const claim: { key: string | null; jobs: readonly NewJob[] } = { key: null, jobs: [] };
    try {
      const outcome = await unitOfWork.run(isRead(useCase) ? 'read' : 'write', role, async (transaction) => {
        const { principal, rate } = await admitted(transaction);
        if (!parsed.success) throw requestInvalid({ details: detailsOf(parsed.error) });
        transaction.enter(workspaceOf(principal));
        if (isRead(useCase)) {
          const data = await useCase.run(
            parsed.data,
            (await this.#checked(parsed.data, transaction, principal, call)).context,
          );
          return { data: this.#answer(useCase, data), replayed: false, rate };
        }
        return { ...(await this.#write(transaction, principal, parsed.data, prepared, call, claim)), rate };
      });
      wake(this.#ports, claim.jobs);
      return outcome;
    } catch (error) {
      if (claim.key !== null && error instanceof Failure && keptKinds.has(error.kind))
        await this.#keepFailure(claim.key, error, call);
      throw error;
    }
  }

  /**
   * A read in one round trip: it begins with what the credential was worth last time, and the look-up that says whether
   * that holds travels with it. Null where anything is otherwise: the gates then take their turns, from the first on.
   */
  async #readAhead(
    presented: Presented,
    input: unknown,
    counted: (principal: Principal) => Promise<void>,
    call: Call,
  ): Promise<{ readonly data: unknown } | null> {
    const { useCase } = call;
    const known = this.#recent.of(presented);
    if (known === undefined || useCase.prepare !== undefined || this.#inTurns.has(useCase)) return null;
    try {
      return await this.#ports.unitOfWork.run('read once', useCase.unit ?? 'app', async (transaction) => {
        const asked = standingRow(transaction, presented);
        // Whatever fails first, nothing is left that nobody waits for.
        const rest = Promise.all([
          asked,
          this.#readAs(known.row, presented, input, counted, transaction, call),
        ]);
        const [row, { principal, data }] = await rest;
        if (!isStill(known, row)) return null;
        this.#noteUse(principal, call);
        return { data: this.#answer(useCase, data) };
      });
    } catch (error) {
      if (error instanceof StatementAfterCommit) this.#inTurns.add(useCase);
      return null;
    }
  }

  async #readAs(
    row: StandingRow,
    presented: Presented,
    input: unknown,
    counted: (principal: Principal) => Promise<void>,
    transaction: Transaction,
    call: Call,
  ): Promise<{ readonly principal: Principal; readonly data: unknown }> {
    const principal = this.#standing(row, presented, call);
    permit(principal, call.useCase);
    transaction.enter(workspaceOf(principal));
    const reading = this.#checked(input, transaction, principal, call).then(({ context }) =>
      call.useCase.run(input as never, context as never),
    );
    const [data] = await Promise.all([reading, counted(principal)]);
    return { principal, data };
  }

  /** What the view names of a handler's answer, and nothing else. */
  #answer(useCase: UseCase, data: unknown): unknown {
    return this.#ports.settings.checkAnswers
      ? useCase.output.parse(data)
      : projectionOf(useCase.output)(data);
  }

  /** Gate 3; also refuses where the row asks for a workspace that is not there. */
  #standing(row: StandingRow, presented: Presented, call: Call): Principal {
    const principal = authenticate(row, presented, call.caller.address, call.now);
    if (principal.kind === 'api_key') {
      const { plan, month } = this.#planOf(principal, call.now);
      entitlementsOf(plan, this.#ports.plans, noCounters, month).requireFeature('api_integrations');
    }
    admit(principal, call.useCase, call.now);
    return principal;
  }

  #noteUse(principal: Principal, { caller, now }: Call): void {
    if (principal.kind === 'api_key') this.#ports.apiKeyUse?.note(principal, caller.address, now);
    if (principal.kind === 'user') this.#ports.sessionUse?.note(principal, now);
  }

  async #write(
    transaction: Transaction,
    principal: Principal,
    input: unknown,
    prepared: unknown,
    call: Call,
    claim: { key: string | null; jobs: readonly NewJob[] },
  ): Promise<{ data: unknown; replayed: boolean }> {
    const { useCase } = call;
    const { keyRing } = this.#ports;
    const claimed = idempotencyClaim(principal, input, call);
    const { keyHash, fingerprint } = claimed ?? { keyHash: null, fingerprint: '' };
    if (claimed !== null) {
      const stored = await transaction.idempotency.begin(claimed.keyHash, call.now);
      if (stored === 'in_flight') throw idempotencyInFlight({ retryAfterSeconds: 1 });
      if (stored !== null) return { data: this.#replay(stored, claimed).data, replayed: true };
      claim.key = `${keyHash} ${fingerprint}`;
    }

    const { context, emissions } = await this.#checked(input, transaction, principal, call, prepared);
    const data = this.#answer(useCase, await useCase.run(input as never, context));

    if (keyHash !== null) {
      const outcome = storedOutcome(data, false, fingerprint, useCase.secret ? { keyRing, keyHash } : null);
      transaction.settle(transaction.idempotency.finish(keyHash, outcome, call.now, plusDays(call.now, 1)));
    }
    claim.jobs = await this.#flush(transaction, emissions, principal, call);
    return { data, replayed: false };
  }

  /** What a call answered that ended its own session: its repeat can no longer be authenticated by that (ACC-7). */
  async #replayAfterEnd(
    { sub, wid }: AccessClaims,
    input: unknown,
    call: Call,
  ): Promise<{ readonly data: unknown } | null> {
    const holder = { kind: 'user' as const, userId: sub, workspace: wid === null ? null : { id: wid } };
    const claim = idempotencyClaim(holder, input, call);
    if (claim === null) return null;
    const stored = await this.#ports.unitOfWork.run('read', 'identity', ({ idempotency }) =>
      idempotency.stored(claim.keyHash, call.now),
    );
    return stored === null || stored.failed ? null : this.#replay(stored, claim);
  }

  /** The data of the first attempt; its failure is thrown again. */
  #replay(stored: StoredOutcome, { keyHash, fingerprint }: IdempotencyClaim): { readonly data: unknown } {
    if (stored.fingerprint !== fingerprint) throw idempotencyKeyReused();
    const text = stored.sealed
      ? Buffer.from(
          this.#ports.keyRing.open(bytesOfBase64url(stored.body), `idempotency:${keyHash}`),
        ).toString('utf8')
      : stored.body;
    const body = JSON.parse(text);
    if (!stored.failed) return { data: body };
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
      await transaction.idempotency.finish(keyHash, outcome, call.now, plusDays(call.now, 1));
    });
  }

  /** Gates 8 to 13: the thing, then verified address, step-up and plan feature; then the context for `run`. */
  async #checked(
    input: unknown,
    transaction: Transaction,
    principal: Principal,
    call: Call,
    prepared?: unknown,
  ): Promise<{ context: unknown; emissions: readonly Emission[] }> {
    const { useCase } = call;
    const { context, emissions } = this.#context(transaction, principal, call);
    const found = await useCase.find?.(input as never, context);
    const outside =
      typeof useCase.outside === 'function' ? useCase.outside(input as never) : useCase.outside === true;
    if (outside && this.#ports.settings.emailVerification === 'required' && !emailVerified(principal))
      throw emailUnverified();
    if (useCase.stepUp === 'factor') requireSecondFactor(principal, call.now);
    else if (useCase.stepUp) requireStepUp(principal, call.now);
    if (useCase.feature !== undefined) context.entitlements.requireFeature(useCase.feature);
    return { context: Object.assign(context, { found, prepared }), emissions };
  }

  /** The plan as it holds for the caller's workspace now, and the first day of its month of monthly limits. */
  #planOf(principal: Principal, now: string): { plan: Plan; month: string } {
    return this.#planOn(principal.kind === 'public' ? null : principal.workspace, now);
  }

  #planOn(workspace: Pick<WorkspaceStanding, 'planCode' | 'planTerms'> | null, now: string) {
    const { plans, settings } = this.#ports;
    const terms: PlanTerms = workspace?.planTerms ?? {};
    return {
      plan: effectivePlan(plans, workspace?.planCode ?? settings.defaultPlanCode, terms, now),
      month: usageMonth(terms, now).from.slice(0, 10),
    };
  }

  #base(principal: Principal, call: Call): Omit<HandlerContext, 'user' | 'key' | 'workspaceId'> {
    const { settings, timeZones, plans, linkTokens } = this.#ports;
    const { access } = call.useCase;
    return {
      now: call.now,
      caller: call.caller,
      settings,
      timeZones,
      plans,
      linkTokens,
      principal,
      permitOwner(userId: string) {
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
  ): { context: WritingContext & Repositories; emissions: readonly Emission[] } {
    const { ids, random, keyRing, tokens, totp, passkeys, devices, conference, plans } = this.#ports;
    let ledgerId = workspaceOf(principal) ?? 'installation';
    const { plan, month } = this.#planOf(principal, call.now);
    const { emissions, ...emitters } = emissionsOf(transaction, () => ledgerId);
    const kernel: Omit<WritingContext, keyof HandlerContext> = {
      random,
      keyRing,
      tokens,
      totp,
      passkeys,
      devices,
      conference,
      entitlements: entitlementsOf(plan, plans, transaction.repositories.usage, month),
      entitlementsOn: (workspace) => {
        const entered = this.#planOn(workspace, call.now);
        return entitlementsOf(entered.plan, plans, transaction.repositories.usage, entered.month);
      },
      newId: () => ids.uuid7(),
      ...emitters,
      openLedger: (id) => transaction.openLedger(id),
      cancelJobs: (aggregate, topic) => transaction.cancelJobs(aggregate, topic, call.now),
      enter: (workspaceId) => {
        transaction.enter(workspaceId);
        ledgerId = workspaceId;
      },
      requireStepUp: () => requireStepUp(principal, call.now),
    };
    const context = transaction.context(Object.assign(this.#base(principal, call), kernel));
    return { context: withPrincipal(context, principal), emissions };
  }

  #preparing(call: Call, principal: Principal): PreparingContext<Repositories> {
    const {
      passwords,
      blocklist,
      totp,
      passkeys,
      keyRing,
      tokens,
      linkTokens,
      random,
      throttle,
      ids,
      payments,
      oidc,
      blobs,
      types,
      scanner,
      egress,
      webhookSigner,
    } = this.#ports;
    return withPrincipal(
      {
        ...this.#base(principal, call),
        passwords,
        blocklist,
        totp,
        passkeys,
        keyRing,
        tokens,
        linkTokens,
        random,
        throttle: closedWhenAway(throttle),
        payments,
        oidc,
        blobs,
        types,
        scanner,
        egress,
        webhookSigner,
        newId: () => ids.uuid7(),
        transact: <T>(work: (context: WritingContext & Repositories) => Promise<T>) =>
          this.#transact(principal, call, work),
      },
      principal,
    );
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
        const { context, emissions } = this.#context(transaction, principal, call);
        const done = await work(context);
        return { result: done, jobs: await this.#flush(transaction, emissions, principal, call) };
      },
    );
    wake(this.#ports, jobs);
    return result;
  }

  async #flush(
    transaction: Transaction,
    emissions: readonly Emission[],
    principal: Principal,
    { caller, now }: Call,
  ): Promise<readonly NewJob[]> {
    const { keyRing, ids } = this.#ports;
    const { jobs, written } = await flushEmissions({
      transaction,
      emissions,
      actor: actorOf(principal),
      caller,
      now,
      keyRing,
      newId: () => ids.uuid7(),
    });
    transaction.settle(written);
    return jobs;
  }
}

const noCounters = {
  take: async () => true,
  release: async () => undefined,
  reserve: async () => true,
  settle: async () => undefined,
  unreserve: async () => undefined,
  counted: async () => ({ used: 0, reserved: 0 }),
};
