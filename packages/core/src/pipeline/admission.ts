import type { CredentialRow, Standing } from '../kernel/credentials.ts';
import { type FailureDetail, requestInvalid } from '../kernel/errors.ts';
import { type Presented, permit, present } from '../kernel/gates.ts';
import type { Principal } from '../kernel/principal.ts';
import { principalOf, standingOf } from './authentication.ts';
import type { Call } from './call.ts';
import { readInput } from './input.ts';
import { planOf } from './plan.ts';
import type { ChanceryPorts } from './ports.ts';
import type { RateState, RequestThrottles, Taken } from './throttles.ts';
import type { Transaction } from './unit-of-work.ts';

/** What is known of a call before the database is asked. */
export interface Shown {
  readonly presented: Presented;
  /** Undefined if the input does not fit the schema; the refusal comes only after the gates about the caller. */
  readonly input: unknown;
  readonly faults: readonly FailureDetail[] | null;
}

interface Gatekeeping {
  readonly ports: ChanceryPorts;
  readonly throttles: RequestThrottles;
  /** The row of the credential, which is remembered for the next call. */
  rowOf(presented: Presented, standing: Standing<CredentialRow> | null): CredentialRow;
}

/** One call on its way through the gates about the caller (PLT-1, until the schema): who it is, counted once. */
export class Admission {
  readonly #gates: Gatekeeping;
  readonly #call: Call;
  /** An action passes twice, before its slow work and in its transaction; it is counted once. */
  #counting: Promise<void> | undefined;
  #countingCaller: Promise<void> | undefined;
  #presenting: Promise<Presented> | undefined;
  /** What is left of the caller's rate, as soon as the call was counted. */
  rate: RateState | null = null;
  /** The buckets in which it was the first. */
  taken: readonly Taken[] = [];
  /** Who calls, and with what input; null until both are known. */
  known: { readonly principal: Principal; readonly input: unknown } | null = null;

  constructor(gates: Gatekeeping, call: Call) {
    this.#gates = gates;
    this.#call = call;
  }

  /** Checks the throttle by address and the form of the credential, and parses the input. */
  async shown(rawInput: unknown): Promise<Shown> {
    const presented = await this.#presented();
    return { presented, ...readInput(this.#call, rawInput) };
  }

  /** Once for each call, though its body may be read only after that. */
  #presented(): Promise<Presented> {
    const { useCase, caller, now } = this.#call;
    const { ports, throttles } = this.#gates;
    this.#presenting ??= throttles
      .address(this.#call)
      .then(() => present(caller.credential, useCase.access, ports.tokens, now, useCase.bearer));
    return this.#presenting;
  }

  /** The gates about the caller, for a call whose input is known only when its body is read (PLT-20). */
  async beforeBody(): Promise<Principal> {
    const { useCase, name } = this.#call;
    const presented = await this.#presented();
    return this.#gates.ports.unitOfWork.run(
      'read',
      useCase.databaseRole ?? 'app',
      async (transaction) => {
        const principal = principalOf(
          this.#gates.ports,
          this.#gates.rowOf(presented, await standingOf(transaction, presented)),
          presented,
          this.#call,
        );
        await this.#countedCaller(principal);
        permit(principal, useCase);
        return principal;
      },
      name,
    );
  }

  /** Counts the call against the throttles of its caller and of its endpoint. */
  counted(principal: Principal, { input, faults }: Shown): Promise<void> {
    this.#counting ??= this.#countedCaller(principal).then(async () => {
      if (faults === null) this.taken = await this.#gates.throttles.endpoint(principal, input, this.#call);
    });
    return this.#counting;
  }

  #countedCaller(principal: Principal): Promise<void> {
    const { ports, throttles } = this.#gates;
    this.#countingCaller ??= throttles
      .principal(
        principal,
        planOf(ports, principal, this.#call.now).plan.limits.api_requests_per_minute,
        this.#call,
      )
      .then((state) => {
        this.rate = state;
      });
    return this.#countingCaller;
  }

  /** Lets the caller into the transaction, or refuses: the credential's row, throttles, role or scope, then the input. */
  async into(transaction: Transaction, shown: Shown): Promise<Principal> {
    const { presented, input, faults } = shown;
    const row = this.#gates.rowOf(presented, await standingOf(transaction, presented));
    const principal = principalOf(this.#gates.ports, row, presented, this.#call);
    if (faults === null) this.known = { principal, input };
    await this.counted(principal, shown);
    permit(principal, this.#call.useCase);
    this.noteUse(principal);
    if (faults !== null) throw requestInvalid({ details: faults });
    return principal;
  }

  /** Notes that the key (KEY-4) or the session (SES-7) was used just now. */
  noteUse(principal: Principal): void {
    const { apiKeyUse, sessionUse } = this.#gates.ports;
    const { caller, now } = this.#call;
    if (principal.kind === 'api_key') apiKeyUse?.note(principal, caller.address, now);
    if (principal.kind === 'user') sessionUse?.note(principal, now);
  }
}
