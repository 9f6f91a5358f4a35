import { emailUnverified, reachOf } from '../kernel/access.ts';
import type { FileAdmission, UseCase } from '../kernel/declaration.ts';
import { entitlementsOf } from '../kernel/entitlements.ts';
import { permissionDenied } from '../kernel/errors.ts';
import { requireVersion } from '../kernel/expected-version.ts';
import { requireSecondFactor, requireStepUp } from '../kernel/gates.ts';
import type { Later, WritingContext } from '../kernel/handler-context.ts';
import { requireLinkedWorkspace } from '../kernel/links.ts';
import { emailVerified, type Principal, workspaceOf } from '../kernel/principal.ts';
import { requirePermission } from '../kernel/thing-permission.ts';
import type { Call } from './call.ts';
import { settleEmissions, stampOf } from './call-emissions.ts';
import { type Emission, emissionsOf } from './emission.ts';
import { keptIn } from './file-intake.ts';
import { type HandlerPorts, handlerPortsOf } from './handler-ports.ts';
import { requireMailBudget } from './mail-budget.ts';
import { planOf, planOn } from './plan.ts';
import type { ChanceryPorts } from './ports.ts';
import { type Recall, RecalledLookUps, type RecallingAhead } from './recalled-look-ups.ts';
import type { Transaction } from './unit-of-work.ts';
import { wake } from './wake.ts';
import { type OfPrincipal, withPrincipal } from './with-principal.ts';

/** What a handler works with in its transaction, and what it emitted there. */
export interface Handling {
  // biome-ignore lint/suspicious/noExplicitAny: each handler gets the ports that its own declaration was typed with
  readonly context: WritingContext & any;
  readonly emissions: readonly Emission[];
}

/** Makes what handlers hold: before their transaction, inside it, and in one beside it. */
export class HandlerContexts {
  readonly #ports: ChanceryPorts;
  readonly #handlers: HandlerPorts;
  readonly #lookUps = new RecalledLookUps();

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
    this.#handlers = handlerPortsOf(ports);
  }

  /** For a read that begins before it is known who asks. */
  recallingAhead(principal: Principal): RecallingAhead {
    return this.#lookUps.ahead(workspaceOf(principal));
  }

  /** What the look-ups of a read say is remembered for the next one; changes look for themselves. */
  #asking(principal: Principal, { useCase }: Call): Recall | null {
    return useCase.kind === 'query' ? this.#lookUps.asking(workspaceOf(principal)) : null;
  }

  /**
   * Gates 8 to 14: the thing and the permission on it, then verified address, step-up, plan and expected version; then
   * the context for `run`.
   */
  async checked(
    input: unknown,
    transaction: Transaction,
    principal: Principal,
    call: Call,
    prepared?: unknown,
    recall: Recall | null = this.#asking(principal, call),
  ): Promise<Handling> {
    const { useCase } = call;
    const { context, emissions } = this.#inside(transaction, principal, call, recall);
    await keptIn(transaction, call, input);
    const found = await this.#allowed(input, context, principal, call);
    context.found = found;
    context.prepared = prepared;
    await useCase.limit?.(input, context);
    if (useCase.version !== undefined)
      requireVersion(useCase.version(found, input), expectedVersionIn(input));
    return { context, emissions };
  }

  /**
   * The same gates as far as the plan's feature, before an action begins its slow work: what it does outside cannot be
   * taken back by a refusal that comes after it.
   */
  async allowed(input: unknown, transaction: Transaction, principal: Principal, call: Call): Promise<void> {
    transaction.enter(workspaceOf(principal));
    await this.#allowed(input, this.#inside(transaction, principal, call).context, principal, call);
  }

  /** For a file from somebody without an account: asked of the use case before the body is read. */
  admittedFile(path: unknown, principal: Principal, call: Call): Promise<FileAdmission | null> {
    const { useCase, name } = call;
    return this.#ports.unitOfWork.run(
      'read',
      useCase.databaseRole ?? 'app',
      async (transaction) => {
        transaction.enter(workspaceOf(principal));
        const { context } = this.#inside(transaction, principal, call);
        return (await useCase.admitsFile?.(path, context)) ?? null;
      },
      name,
    );
  }

  async #allowed(
    input: unknown,
    context: Handling['context'],
    principal: Principal,
    { useCase, now }: Call,
  ): Promise<unknown> {
    const found = await useCase.find?.(input as never, context);
    permitOnThing(useCase, found, input, principal);
    const outside =
      typeof useCase.outside === 'function' ? useCase.outside(input as never) : useCase.outside === true;
    if (outside && this.#ports.settings.emailVerification === 'required' && !emailVerified(principal))
      throw emailUnverified();
    if (useCase.stepUp === 'factor') requireSecondFactor(principal, now);
    else if (useCase.stepUp || useCase.stepUpWhen?.(found, input, now)) requireStepUp(principal, now);
    if (useCase.feature !== undefined) context.entitlements.requireFeature(useCase.feature);
    return found;
  }

  /** For `prepare`: slow or outside work, in no transaction. */
  preparing(call: Call, principal: Principal): object {
    const { keyRing, random, ids, settings, timeZones, linkTokens } = this.#ports;
    return withPrincipal(
      {
        now: call.now,
        caller: call.caller,
        settings,
        timeZones,
        linkTokens,
        principal,
        ...this.#handlers.outside(call.useCase.ports),
        keyRing,
        random,
        newId: () => ids.uuid7(),
        transact: <T>(work: (context: Handling['context']) => Promise<T>) =>
          this.transact(principal, call, work),
      },
      principal,
    );
  }

  /** A transaction beside the main one, for what must stay whatever becomes of the call. */
  async transact<T>(
    principal: Principal,
    call: Call,
    work: (context: Handling['context'], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const role = call.useCase.databaseRole ?? 'app';
    const { result, jobs } = await this.#ports.unitOfWork.run(
      'write',
      role,
      async (transaction) => {
        transaction.enter(workspaceOf(principal));
        const { context, emissions } = this.#inside(transaction, principal, call);
        const done = await work(context, transaction);
        return {
          result: done,
          jobs: await settleEmissions(this.#ports, transaction, emissions, stampOf(principal, call)),
        };
      },
      call.name,
    );
    wake(this.#ports, jobs);
    return result;
  }

  #inside(
    transaction: Transaction,
    principal: Principal,
    call: Call,
    recall: Recall | null = null,
  ): Handling {
    const { ids, random, keyRing, plans, settings, timeZones, linkTokens } = this.#ports;
    let entered = workspaceOf(principal);
    const { plan, month } = planOf(this.#ports, principal, call.now);
    const emitting = emissionsOf(transaction, () => entered ?? 'installation');
    const later = this.#later(principal, call, () => entered);
    // One literal with each name: objects that are put together of others become hash tables, which cost twenty times as much.
    const kernel: Omit<WritingContext, keyof OfPrincipal> & Later<object> = {
      now: call.now,
      caller: call.caller,
      settings,
      timeZones,
      linkTokens,
      principal,
      random,
      keyRing,
      entitlements: entitlementsOf(plan, plans, transaction.usage, month),
      entitlementsOn: (workspace) => {
        const entered = planOn(this.#ports, workspace, call.now);
        return entitlementsOf(entered.plan, plans, transaction.usage, entered.month);
      },
      newId: () => ids.uuid7(),
      emit: emitting.emit,
      emitIn: emitting.emitIn,
      emitFor: emitting.emitFor,
      accessedBy: emitting.accessedBy,
      openLedger: (id) => transaction.openLedger(id),
      cancelJobs: (about, ...topics) => transaction.cancelJobs(about, topics, call.now),
      enter: (workspaceId) => {
        transaction.enter(workspaceId);
        entered = workspaceId;
      },
      enterByLink: async (workspaceId) => {
        kernel.enter(workspaceId);
        requireLinkedWorkspace(await transaction.workspaceStatus(), call.useCase);
      },
      requireMailBudget: () => requireMailBudget(this.#ports, transaction, call.now),
      requireStepUp: () => requireStepUp(principal, call.now),
      readLater: later.readLater,
      writeLater: later.writeLater,
    };
    const context = this.#handlers.inside(call.useCase.ports, transaction, kernel, recall);
    return { context: withPrincipal(context, principal), emissions: emitting.emissions };
  }

  /** Transactions after that of the call, in the workspace that the call had entered. */
  #later(principal: Principal, call: Call, entered: () => string | null): Later<object> {
    return {
      readLater: (read) =>
        this.#ports.unitOfWork.run('read', call.useCase.databaseRole ?? 'app', (later) => {
          later.enter(entered());
          return read(this.#inside(later, principal, call).context);
        }),
      writeLater: (write) =>
        this.transact(principal, call, (later) => {
          const workspaceId = entered();
          if (workspaceId !== null) later.enter(workspaceId);
          return write(later);
        }),
    };
  }
}

/** Gate 9: every permission on the thing that applies; only people have a standing to one. */
function permitOnThing({ may, access }: UseCase, found: unknown, input: unknown, principal: Principal): void {
  if (may === undefined) return;
  if (principal.kind !== 'user') throw permissionDenied();
  const role = principal.membership?.role;
  const reach = role === undefined ? null : reachOf(access, role);
  requirePermission(may, found, input, { user: principal, reach });
}

/** Of the whole API one field, from the body or from If-Match. */
function expectedVersionIn(input: unknown): number | undefined {
  const { expectedVersion } = input as { readonly expectedVersion?: number };
  return expectedVersion;
}
