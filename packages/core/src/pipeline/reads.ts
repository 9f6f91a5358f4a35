import { workspaceOf } from '../kernel/principal.ts';
import type { Admission, Shown } from './admission.ts';
import { composedAnswer } from './answer.ts';
import type { Call } from './call.ts';
import type { HandlerContexts } from './handler-contexts.ts';
import type { ChanceryPorts } from './ports.ts';
import { mustWrite, ReadAhead, type ReadAnswer } from './read-ahead.ts';

/** Runs queries in transactions that write nothing: ahead of the credential's row where that is known, else after it. */
export class Reads {
  readonly #ports: ChanceryPorts;
  readonly #contexts: HandlerContexts;
  readonly #ahead: ReadAhead;

  constructor(ports: ChanceryPorts, contexts: HandlerContexts) {
    this.#ports = ports;
    this.#contexts = contexts;
    this.#ahead = new ReadAhead(ports, contexts);
  }

  readonly rowOf: ReadAhead['rowOf'] = (presented, standing) => this.#ahead.rowOf(presented, standing);

  /** Null if it has to leave a line in the ledger, for then it must write. */
  async answer(
    shown: Shown,
    prepared: unknown,
    call: Call,
    admission: Admission,
  ): Promise<{ readonly data: unknown } | null> {
    const isAhead = this.#ahead.begins(shown.presented, call.useCase);
    const ahead = isAhead ? await this.#readAhead(shown, call, admission) : null;
    if (ahead === mustWrite) return null;
    // What a read ahead has not answered, the newest state answers.
    const mayBeOld = !isAhead && call.useCase.mayBeASecondOld === true;
    const read = ahead ?? (await this.#read(shown, prepared, call, admission, mayBeOld));
    if (read === null) return null;
    const who = { principal: read.principal, input: shown.input };
    return { data: await composedAnswer(this.#ports, this.#contexts, call, who, read.data) };
  }

  async #readAhead(
    shown: Shown,
    call: Call,
    admission: Admission,
  ): Promise<ReadAnswer | typeof mustWrite | null> {
    const { presented, input, faults } = shown;
    if (faults !== null) return null;
    const ahead = await this.#ahead.answer(
      presented,
      input,
      (principal) => admission.counted(principal, shown),
      call,
    );
    // A read counts as use of the session (SES-7) or the key (KEY-4), however fast it was answered.
    if (ahead !== null && ahead !== mustWrite) admission.noteUse(ahead.principal);
    return ahead;
  }

  #read(
    shown: Shown,
    prepared: unknown,
    call: Call,
    admission: Admission,
    mayBeOld: boolean,
  ): Promise<ReadAnswer | null> {
    const { useCase } = call;
    const { input } = shown;
    return this.#ports.unitOfWork.run(
      'read',
      useCase.databaseRole ?? 'app',
      async (transaction) => {
        const principal = await admission.into(transaction, shown);
        transaction.enter(workspaceOf(principal));
        const { context, emissions } = await this.#contexts.checked(
          input,
          transaction,
          principal,
          call,
          prepared,
        );
        const data = await useCase.run(input as never, context);
        return emissions.length > 0 ? null : { principal, data };
      },
      call.name,
      mayBeOld,
    );
  }
}
