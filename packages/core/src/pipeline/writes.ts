import type { NewJob } from '../kernel/outbox.ts';
import { type Principal, workspaceOf } from '../kernel/principal.ts';
import type { Admission, Shown } from './admission.ts';
import { answerOf, composedAnswer } from './answer.ts';
import type { Call } from './call.ts';
import { settleEmissions, stampOf } from './call-emissions.ts';
import type { HandlerContexts } from './handler-contexts.ts';
import { type IdempotencyClaim, idempotencyClaim } from './idempotency-claim.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Replay } from './replay.ts';
import type { Transaction } from './unit-of-work.ts';
import { wake } from './wake.ts';

/** What is left to do after a writing transaction. */
interface Aftermath {
  claim: IdempotencyClaim | null;
  jobs: readonly NewJob[];
}

interface Written {
  readonly principal: Principal;
  readonly data: unknown;
  readonly replayed: boolean;
  /** Whether it left a line in the ledger. */
  readonly isRecorded: boolean;
}

interface Answered extends Omit<Written, 'principal'> {
  /** Awaited just before the answer is sent to somebody who gets it. */
  readonly delivering?: () => Promise<void>;
}

/** Runs commands and actions, and queries that must leave a line in the ledger, in one writing transaction. */
export class Writes {
  readonly #ports: ChanceryPorts;
  readonly #contexts: HandlerContexts;
  readonly #replay: Replay;

  constructor(ports: ChanceryPorts, contexts: HandlerContexts, replay: Replay) {
    this.#ports = ports;
    this.#contexts = contexts;
    this.#replay = replay;
  }

  async answer(shown: Shown, prepared: unknown, call: Call, admission: Admission): Promise<Answered> {
    const { principal, ...written } = await this.#kept(shown, prepared, call, admission);
    const { data } = written;
    const { compose, delivering } = call.useCase;
    if (delivering !== undefined && !written.replayed) {
      const context = this.#contexts.preparing(call, principal);
      return { ...written, delivering: () => delivering(data, shown.input as never, context) };
    }
    if (compose === undefined) return written;
    const who = { principal, input: shown.input };
    return { ...written, data: await composedAnswer(this.#ports, this.#contexts, call, who, data) };
  }

  /** The transaction; a refusal is kept for repeats of the call. */
  async #kept(shown: Shown, prepared: unknown, call: Call, admission: Admission): Promise<Written> {
    const aftermath: Aftermath = { claim: null, jobs: [] };
    try {
      const written = await this.#ports.unitOfWork.run(
        'write',
        call.useCase.databaseRole ?? 'app',
        async (transaction) => {
          const principal = await admission.into(transaction, shown);
          transaction.enter(workspaceOf(principal));
          return this.#write(transaction, principal, shown.input, prepared, call, aftermath);
        },
        call.name,
      );
      wake(this.#ports, aftermath.jobs);
      return written;
    } catch (error) {
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
  ): Promise<Written> {
    const claim = idempotencyClaim(principal, input, call);
    const known = await this.#replay.begin(transaction, claim, call);
    if (known !== null) return { ...known, principal, replayed: true, isRecorded: false };
    aftermath.claim = claim;
    const { useCase } = call;
    const { context, emissions } = await this.#contexts.checked(
      input,
      transaction,
      principal,
      call,
      prepared,
    );
    const done = await useCase.run(input as never, context);
    // What is composed later is a read, and reads are not kept for repeats.
    const data = useCase.compose === undefined ? answerOf(this.#ports, call, input, done) : done;
    this.#replay.finish(transaction, claim, data, call);
    aftermath.jobs = await settleEmissions(this.#ports, transaction, emissions, stampOf(principal, call));
    return { principal, data, replayed: false, isRecorded: emissions.length > 0 };
  }
}
