import type { UseCase } from '../kernel/declaration.ts';
import { Failure } from '../kernel/errors.ts';
import type { Caller, Principal } from '../kernel/principal.ts';
import { Unprepared } from '../kernel/unprepared.ts';
import { Admission, type Shown } from './admission.ts';
import type { Call } from './call.ts';
import { recordingDenials } from './denials.ts';
import { takingFile } from './file-intake.ts';
import { HandlerContexts } from './handler-contexts.ts';
import { countingMisses, mayBeKept } from './misses.ts';
import type { ChanceryPorts } from './ports.ts';
import { Reads } from './reads.ts';
import { RecordedReads } from './recorded-reads.ts';
import { Replay } from './replay.ts';
import { loggingRefusals } from './security-log.ts';
import { type RateState, RequestThrottles } from './throttles.ts';
import { Writes } from './writes.ts';

/** What a host needs beside the data: whether it was replayed, and what is left of the caller's rate. */
export interface Outcome {
  readonly data: unknown;
  readonly replayed: boolean;
  readonly rate: RateState | null;
  /** Awaited by the host just before it sends the answer to somebody who gets it. */
  readonly delivering?: () => Promise<void>;
}

/** The gates in the order of PLT-1, here and nowhere else. */
export class Pipeline {
  readonly #ports: ChanceryPorts;
  readonly #gates: ConstructorParameters<typeof Admission>[0];
  readonly #contexts: HandlerContexts;
  readonly #reads: Reads;
  readonly #recorded = new RecordedReads();
  readonly #writes: Writes;
  readonly #replay: Replay;

  constructor(ports: ChanceryPorts) {
    this.#ports = ports;
    this.#contexts = new HandlerContexts(ports);
    this.#reads = new Reads(ports, this.#contexts);
    const throttles = new RequestThrottles(ports);
    this.#replay = new Replay(ports, (call, refusal) => mayBeKept(throttles, call, refusal));
    this.#writes = new Writes(ports, this.#contexts, this.#replay);
    this.#gates = { ports, throttles, rowOf: this.#reads.rowOf };
  }

  execute(name: string, useCase: UseCase, rawInput: unknown, caller: Caller): Promise<Outcome> {
    const call: Call = { name, useCase, caller, now: this.#ports.clock.now() };
    const admission = new Admission(this.#gates, call);
    const { throttles } = this.#gates;
    const pass = (input: unknown) => this.#pass(call, input, admission);
    const gates: Parameters<typeof takingFile>[3] = {
      admission,
      admitted: (path, principal) => this.#contexts.admittedFile(path, principal, call),
    };
    let passing = takingFile(this.#ports, call, rawInput, gates, pass);
    if (useCase.throttle?.counts === 'misses') passing = countingMisses(throttles, passing, call, admission);
    if (useCase.denial !== undefined)
      passing = recordingDenials(this.#ports, this.#contexts, passing, call, admission);
    if (useCase.signsIn === undefined) return passing;
    return loggingRefusals(this.#ports, passing, call, rawInput, () =>
      throttles.mayKeep('security_log', call),
    );
  }

  /** What a host refuses before it is a call: a body that cannot be read counts as one. Throws what is to be answered. */
  async refuse(name: string, useCase: UseCase, refusal: unknown, caller: Caller): Promise<never> {
    if (refusal instanceof Failure)
      await this.#gates.throttles.unreadable({ name, useCase, caller, now: this.#ports.clock.now() });
    throw refusal;
  }

  async #pass(call: Call, rawInput: unknown, admission: Admission): Promise<Outcome> {
    const { useCase } = call;
    const shown = await admission.shown(rawInput);
    const { presented, input, faults } = shown;

    if (useCase.endsSession && presented.kind === 'token' && faults === null) {
      const known = await this.#replay.afterEnd(presented.claims, input, call);
      if (known !== null) return { ...known, replayed: true, rate: null };
    }
    // What does not fit its schema is refused by the gates before any slow work.
    const isSlow = faults !== null || useCase.prepares?.(input as never) !== false;
    const slow =
      useCase.prepare !== undefined && isSlow ? await this.#prepared(shown, call, admission) : null;
    if (slow !== null && 'data' in slow) return { ...slow, replayed: true, rate: admission.rate };

    if (useCase.kind === 'query' && !this.#recorded.has(presented, call.name)) {
      const read = await this.#reads.answer(shown, slow?.prepared ?? null, call, admission);
      if (read !== null) return { data: read.data, replayed: false, rate: admission.rate };
    }
    return this.#written(shown, slow?.prepared ?? null, call, admission);
  }

  /** An action that finds in its transaction that it needs its slow work after all begins anew with it. */
  async #written(shown: Shown, prepared: unknown, call: Call, admission: Admission): Promise<Outcome> {
    try {
      const { isRecorded, ...written } = await this.#writes.answer(shown, prepared, call, admission);
      if (call.useCase.kind === 'query') this.#recorded.note(shown.presented, call.name, isRecorded);
      return { ...written, rate: admission.rate };
    } catch (error) {
      if (!(error instanceof Unprepared)) throw error;
    }
    const slow = await this.#prepared(shown, call, admission);
    if ('data' in slow) return { ...slow, replayed: true, rate: admission.rate };
    return this.#written(shown, slow.prepared, call, admission);
  }

  /** What the slow work of a use case has given; or the answer that is known, because a repeat begins none (PLT-2). */
  async #prepared(
    shown: Shown,
    call: Call,
    admission: Admission,
  ): Promise<{ readonly prepared: unknown } | { readonly data: unknown }> {
    const { principal, known } = await this.#beforePreparing(admission, shown, call);
    if (known !== null) return known;
    try {
      const preparing = this.#contexts.preparing(call, principal);
      return { prepared: await call.useCase.prepare?.(shown.input as never, preparing) };
    } catch (error) {
      // The same call may have been answered meanwhile, and this one has met what that has changed (PLT-2).
      const answered = await this.#answeredMeanwhile(principal, shown, call);
      if (answered === null) throw error;
      return answered;
    }
  }

  #answeredMeanwhile(principal: Principal, shown: Shown, call: Call) {
    return this.#ports.unitOfWork.run(
      'read',
      'identity',
      (transaction) => this.#replay.known(transaction, principal, shown.input, call),
      call.name,
    );
  }

  /** Slow work begins for no repeat and for nobody whom a later gate refuses. To find the thing may lock it: `write`. */
  #beforePreparing(admission: Admission, shown: Shown, call: Call) {
    const { databaseRole = 'app', find, kind } = call.useCase;
    const mode = find === undefined || kind === 'query' ? 'read' : 'write';
    return this.#ports.unitOfWork.run(
      mode,
      databaseRole,
      async (transaction) => {
        const principal = await admission.into(transaction, shown);
        const known = await this.#replay.known(transaction, principal, shown.input, call);
        if (known === null) await this.#contexts.allowed(shown.input, transaction, principal, call);
        return { principal, known };
      },
      call.name,
    );
  }
}
