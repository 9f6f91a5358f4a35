import { type Principal, workspaceOf } from '../kernel/principal.ts';
import type { Admission, Shown } from './admission.ts';
import { answerOf } from './answer.ts';
import type { Call } from './call.ts';
import type { HandlerContexts } from './handler-contexts.ts';
import type { ChanceryPorts } from './ports.ts';
import { ReadAhead } from './read-ahead.ts';

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

  readonly note: ReadAhead['note'] = (presented, row) => this.#ahead.note(presented, row);

  /** Null if it has to leave a line in the ledger, for then it must write. */
  async answer(shown: Shown, call: Call, admission: Admission): Promise<{ readonly data: unknown } | null> {
    const { useCase } = call;
    const { presented, input, faults } = shown;
    if (faults === null) {
      const counted = (principal: Principal) => admission.counted(principal, shown);
      const ahead = await this.#ahead.answer(presented, input, counted, call);
      if (ahead !== null) {
        // A read counts as use of the session (SES-7) or the key (KEY-4), however fast it was answered.
        admission.noteUse(ahead.principal);
        return ahead;
      }
    }
    return this.#ports.unitOfWork.run('read', useCase.databaseRole ?? 'app', async (transaction) => {
      const principal = await admission.into(transaction, shown);
      transaction.enter(workspaceOf(principal));
      const { context, emissions } = await this.#contexts.checked(input, transaction, principal, call);
      const data = await useCase.run(input as never, context);
      return emissions.length > 0 ? null : { data: answerOf(this.#ports, call, input, data) };
    });
  }
}
