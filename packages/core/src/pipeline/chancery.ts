import { Failure, requestInvalid } from '../kernel/errors.ts';
import { permit, present } from '../kernel/gates.ts';
import type { NewJob } from '../kernel/outbox.ts';
import { type Caller, type Principal, workspaceOf } from '../kernel/principal.ts';
import type { UseCase } from '../kernel/use-case.ts';
import { detailsOf } from '../kernel/validation.ts';
import { answerOf } from './answer.ts';
import type { Call } from './call.ts';
import { type Admission, recordingDenials } from './denials.ts';
import { settleEmissions } from './emitted.ts';
import { HandlerContexts } from './handler-contexts.ts';
import { type IdempotencyClaim, idempotencyClaim } from './idempotency-claim.ts';
import { planOf } from './plan.ts';
import type { ChanceryPorts } from './ports.ts';
import { ReadAhead } from './read-ahead.ts';
import { Replay } from './replay.ts';
import { loggingRefusals } from './security-log.ts';
import { principalOf, standingRow } from './standing.ts';
import { type RateState, RequestThrottles } from './throttles.ts';
import type { Transaction } from './unit-of-work.ts';
import { wake } from './wake.ts';

/** What a host needs beside the data: whether it was replayed, and what is left of the caller's rate. */
export interface Outcome {
  readonly data: unknown;
  readonly replayed: boolean;
  readonly rate: RateState | null;
}

/** Runs in a transaction that writes nothing. */
const isRead = (useCase: UseCase): boolean => useCase.kind === 'query' && !useCase.audited;

/** What a writing transaction leaves for the time after it. */
interface Aftermath {
  claim: IdempotencyClaim | null;
  jobs: readonly NewJob[];
}

/** The gates in the order of PLT-1, here and nowhere else. */
export class Pipeline {
  readonly #ports: ChanceryPorts;
  readonly #throttles: RequestThrottles;
  readonly #contexts: HandlerContexts;
  readonly #ahead: ReadAhead;
  readonly #replay: Replay;

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
    this.#throttles = new RequestThrottles(ports);
    this.#contexts = new HandlerContexts(ports);
    this.#ahead = new ReadAhead(ports, this.#contexts);
    this.#replay = new Replay(ports);
  }

  execute(name: string, useCase: UseCase, rawInput: unknown, caller: Caller): Promise<Outcome> {
    const call: Call = { name, useCase, caller, now: this.#ports.clock.now() };
    const admission: Admission = { known: null };
    let passing = this.#pass(call, rawInput, admission);
    if (useCase.denial !== undefined)
      passing = recordingDenials(this.#ports, this.#contexts, passing, call, admission);
    if (useCase.signsIn === undefined) return passing;
    return loggingRefusals(this.#ports, passing, name, useCase, rawInput, caller);
  }

  async #pass(call: Call, rawInput: unknown, admission: Admission): Promise<Outcome> {
    const { tokens, unitOfWork } = this.#ports;
    const { useCase, caller } = call;
    await this.#throttles.address(call);
    const presented = await present(caller.credential, useCase.access, tokens, call.now, useCase.bearer);
    const parsed = useCase.input.safeParse(rawInput, { reportInput: true });
    const role = useCase.unit ?? 'app';

    let rate: RateState | null = null;
    // An action passes twice, before its slow work and in its transaction; it is counted once.
    let counting: Promise<void> | undefined;
    const counted = (principal: Principal): Promise<void> => {
      counting ??= this.#throttles
        .principal(principal, planOf(this.#ports, principal, call.now).plan.limits.api_requests_per_minute)
        .then(async (state) => {
          rate = state;
          if (parsed.success) await this.#throttles.row(principal, parsed.data, call);
        });
      return counting;
    };
    const admitted = async (transaction: Transaction): Promise<Principal> => {
      const row = await standingRow(transaction, presented);
      this.#ahead.note(presented, row);
      const principal = principalOf(this.#ports, row, presented, call);
      if (parsed.success) admission.known = { principal, input: parsed.data };
      await counted(principal);
      permit(principal, useCase);
      this.#noteUse(principal, call);
      if (!parsed.success) throw requestInvalid({ details: detailsOf(parsed.error) });
      return principal;
    };

    if (useCase.endsSession && presented.kind === 'token' && parsed.success) {
      const known = await this.#replay.afterEnd(presented.claims, parsed.data, call);
      if (known !== null) return { ...known, replayed: true, rate: null };
    }
    let prepared: unknown;
    if (useCase.prepare !== undefined) {
      // The slow work is not done again for a repeat, and what a repeat of another request would do is not done at all.
      const { principal, known } = await unitOfWork.run('read', role, async (transaction) => {
        const admission = await admitted(transaction);
        return {
          principal: admission,
          known: await this.#replay.known(transaction, admission, parsed.data, call),
        };
      });
      if (known !== null) return { ...known, replayed: true, rate };
      prepared = await useCase.prepare(parsed.data as never, this.#contexts.preparing(call, principal));
    }

    if (isRead(useCase) && parsed.success) {
      const read = await this.#ahead.answer(presented, parsed.data, counted, call);
      if (read !== null) {
        this.#noteUse(read.principal, call);
        return { data: read.data, replayed: false, rate };
      }
    }

    const aftermath: Aftermath = { claim: null, jobs: [] };
    try {
      const outcome = await unitOfWork.run(isRead(useCase) ? 'read' : 'write', role, async (transaction) => {
        const principal = await admitted(transaction);
        transaction.enter(workspaceOf(principal));
        if (!isRead(useCase))
          return this.#write(transaction, principal, parsed.data, prepared, call, aftermath);
        const { context } = await this.#contexts.checked(parsed.data, transaction, principal, call);
        const data = await useCase.run(parsed.data as never, context);
        return { data: answerOf(this.#ports, useCase, data), replayed: false };
      });
      wake(this.#ports, aftermath.jobs);
      return { ...outcome, rate };
    } catch (error) {
      if (aftermath.claim !== null && error instanceof Failure)
        await this.#replay.keepFailure(aftermath.claim, error, call);
      throw error;
    }
  }

  async #write(
    transaction: Transaction,
    principal: Principal,
    input: unknown,
    prepared: unknown,
    call: Call,
    aftermath: Aftermath,
  ): Promise<{ data: unknown; replayed: boolean }> {
    const claim = idempotencyClaim(principal, input, call);
    const known = await this.#replay.begin(transaction, claim, call);
    if (known !== null) return { ...known, replayed: true };
    aftermath.claim = claim;
    const { context, emissions } = await this.#contexts.checked(
      input,
      transaction,
      principal,
      call,
      prepared,
    );
    const data = answerOf(this.#ports, call.useCase, await call.useCase.run(input as never, context));
    this.#replay.finish(transaction, claim, data, call);
    aftermath.jobs = await settleEmissions(this.#ports, transaction, emissions, principal, call);
    return { data, replayed: false };
  }

  #noteUse(principal: Principal, { caller, now }: Call): void {
    if (principal.kind === 'api_key') this.#ports.apiKeyUse?.note(principal, caller.address, now);
    if (principal.kind === 'user') this.#ports.sessionUse?.note(principal, now);
  }
}
