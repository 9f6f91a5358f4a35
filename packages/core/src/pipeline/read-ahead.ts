import type { CredentialRow, Standing } from '../kernel/credentials.ts';
import type { UseCase } from '../kernel/declaration.ts';
import { Failure } from '../kernel/errors.ts';
import { type Presented, permit } from '../kernel/gates.ts';
import { type Principal, workspaceOf } from '../kernel/principal.ts';
import { principalOf, standingOf } from './authentication.ts';
import type { Call } from './call.ts';
import type { HandlerContexts } from './handler-contexts.ts';
import type { ChanceryPorts } from './ports.ts';
import { isStill, RecentCredentials } from './recent-credentials.ts';
import { StatementAfterCommit, type Transaction } from './unit-of-work.ts';

/** Who has read, and what; the answer is still to be made of it. */
export interface ReadAnswer {
  readonly principal: Principal;
  readonly data: unknown;
}

/** It has to leave a line in the ledger: no read answers it, however often it is run. */
export const mustWrite = Symbol('must write');

/**
 * Reads in one round trip: one begins with the row that the credential had last time, and the look-up that says whether
 * that holds travels with it. A read that waits for one answer before it asks for more saves the round trip of that look-up.
 */
export class ReadAhead {
  readonly #ports: ChanceryPorts;
  readonly #contexts: HandlerContexts;
  readonly #recent = new RecentCredentials();
  /** Reads that wait for one answer before they ask for more: their commit is not sent ahead. */
  readonly #inTurns = new Set<UseCase>();

  constructor(ports: ChanceryPorts, contexts: HandlerContexts) {
    this.#ports = ports;
    this.#contexts = contexts;
  }

  rowOf(presented: Presented, standing: Standing<CredentialRow> | null): CredentialRow {
    return this.#recent.rowOf(presented, standing);
  }

  /** Whether a read can begin before it is known who asks. */
  begins(presented: Presented, useCase: UseCase): boolean {
    // What a slow query has prepared is not known here (PLT-21).
    if (useCase.prepare !== undefined) return false;
    // Whoever presents nothing has no row to look up.
    if (this.#inTurns.has(useCase) && presented.kind === 'nobody') return false;
    return this.#recent.of(presented) !== undefined;
  }

  /** Null if anything has changed: the call then passes the gates one after the other. */
  async answer(
    presented: Presented,
    input: unknown,
    counted: (principal: Principal) => Promise<void>,
    call: Call,
  ): Promise<ReadAnswer | typeof mustWrite | null> {
    const { useCase } = call;
    const known = this.#recent.of(presented);
    if (known === undefined || !this.begins(presented, useCase)) return null;
    try {
      return await this.#ports.unitOfWork.run(
        this.#inTurns.has(useCase) ? 'read' : 'read once',
        useCase.databaseRole ?? 'app',
        async (transaction) => {
          const asked = standingOf(transaction, presented);
          // Whichever fails first, no promise is left unawaited.
          const [standing, read] = await Promise.all([
            asked,
            this.#readAs(known.row, presented, input, counted, transaction, call),
          ]);
          return isStill(known, standing) ? read : null;
        },
        call.name,
        useCase.mayBeASecondOld,
      );
    } catch (error) {
      if (error instanceof StatementAfterCommit) this.#inTurns.add(useCase);
      // What takes too long takes as long once more.
      if (error instanceof Failure && error.kind === 'unavailable') throw error;
      return null;
    }
  }

  async #readAs(
    row: CredentialRow,
    presented: Presented,
    input: unknown,
    counted: (principal: Principal) => Promise<void>,
    transaction: Transaction,
    call: Call,
  ): Promise<ReadAnswer | typeof mustWrite | null> {
    const principal = principalOf(this.#ports, row, presented, call);
    permit(principal, call.useCase);
    transaction.enter(workspaceOf(principal));
    const { recall, holds } = this.#contexts.recallingAhead(principal);
    const reading = this.#contexts
      .checked(input, transaction, principal, call, undefined, recall)
      .then(async ({ context, emissions }) => ({
        data: await call.useCase.run(input as never, context as never),
        emits: emissions.length > 0,
      }));
    const [{ data, emits }] = await Promise.all([reading, counted(principal)]);
    if (!(await holds())) return null;
    return emits ? mustWrite : { principal, data };
  }
}
