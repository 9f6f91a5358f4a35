import type { UseCase } from '../kernel/declaration.ts';
import { Failure } from '../kernel/errors.ts';
import type { NewJob } from '../kernel/outbox.ts';
import { type Caller, type Principal, workspaceOf } from '../kernel/principal.ts';
import { Admission } from './admission.ts';
import { answerOf } from './answer.ts';
import type { Call } from './call.ts';
import { settleEmissions, stampOf } from './call-emissions.ts';
import { recordingDenials } from './denials.ts';
import { HandlerContexts } from './handler-contexts.ts';
import { type IdempotencyClaim, idempotencyClaim } from './idempotency-claim.ts';
import type { ChanceryPorts } from './ports.ts';
import { ReadAhead } from './read-ahead.ts';
import { Replay } from './replay.ts';
import { loggingRefusals } from './security-log.ts';
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

/** What is left to do after a writing transaction. */
interface Aftermath {
  claim: IdempotencyClaim | null;
  jobs: readonly NewJob[];
}

/** The gates in the order of PLT-1, here and nowhere else. */
export class Pipeline {
  readonly #ports: ChanceryPorts;
  readonly #gates: ConstructorParameters<typeof Admission>[0];
  readonly #contexts: HandlerContexts;
  readonly #ahead: ReadAhead;
  readonly #replay: Replay;

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
    this.#contexts = new HandlerContexts(ports);
    this.#ahead = new ReadAhead(ports, this.#contexts);
    this.#replay = new Replay(ports);
    this.#gates = {
      ports,
      throttles: new RequestThrottles(ports),
      note: (presented, row) => this.#ahead.note(presented, row),
    };
  }

  execute(name: string, useCase: UseCase, rawInput: unknown, caller: Caller): Promise<Outcome> {
    const call: Call = { name, useCase, caller, now: this.#ports.clock.now() };
    const admission = new Admission(this.#gates, call);
    let passing = this.#pass(call, rawInput, admission);
    if (useCase.denial !== undefined)
      passing = recordingDenials(this.#ports, this.#contexts, passing, call, admission);
    if (useCase.signsIn === undefined) return passing;
    return loggingRefusals(this.#ports, passing, name, useCase, rawInput, caller);
  }

  async #pass(call: Call, rawInput: unknown, admission: Admission): Promise<Outcome> {
    const { unitOfWork } = this.#ports;
    const { useCase } = call;
    const shown = await admission.shown(rawInput);
    const { presented, input, faults } = shown;
    const role = useCase.databaseRole ?? 'app';

    if (useCase.endsSession && presented.kind === 'token' && faults === null) {
      const known = await this.#replay.afterEnd(presented.claims, input, call);
      if (known !== null) return { ...known, replayed: true, rate: null };
    }
    let prepared: unknown;
    if (useCase.prepare !== undefined) {
      // The slow work is not done again for a repeat, and what a repeat of another request would do is not done at all.
      const { principal, known } = await unitOfWork.run('read', role, async (transaction) => {
        const principal = await admission.into(transaction, shown);
        return { principal, known: await this.#replay.known(transaction, principal, input, call) };
      });
      if (known !== null) return { ...known, replayed: true, rate: admission.rate };
      prepared = await useCase.prepare(input as never, this.#contexts.preparing(call, principal));
    }

    if (isRead(useCase) && faults === null) {
      const counted = (principal: Principal) => admission.counted(principal, shown);
      const read = await this.#ahead.answer(presented, input, counted, call);
      if (read !== null) {
        admission.noteUse(read.principal);
        return { data: read.data, replayed: false, rate: admission.rate };
      }
    }

    const aftermath: Aftermath = { claim: null, jobs: [] };
    try {
      const outcome = await unitOfWork.run(isRead(useCase) ? 'read' : 'write', role, async (transaction) => {
        const principal = await admission.into(transaction, shown);
        transaction.enter(workspaceOf(principal));
        if (!isRead(useCase)) return this.#write(transaction, principal, input, prepared, call, aftermath);
        const { context } = await this.#contexts.checked(input, transaction, principal, call);
        const data = await useCase.run(input as never, context);
        return { data: answerOf(this.#ports, call, input, data), replayed: false };
      });
      wake(this.#ports, aftermath.jobs);
      return { ...outcome, rate: admission.rate };
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
    const data = answerOf(this.#ports, call, input, await call.useCase.run(input as never, context));
    this.#replay.finish(transaction, claim, data, call);
    aftermath.jobs = await settleEmissions(this.#ports, transaction, emissions, stampOf(principal, call));
    return { data, replayed: false };
  }
}
