import { bytesOfBase64url } from '../kernel/crypto.ts';
import { Failure, type FailureKind, idempotencyInFlight, idempotencyKeyReused } from '../kernel/errors.ts';
import type { StoredOutcome } from '../kernel/idempotency.ts';
import type { AccessClaims } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import { plusDays } from '../kernel/time.ts';
import type { Call } from './call.ts';
import {
  type IdempotencyClaim,
  idempotencyClaim,
  replayedFailure,
  storedOutcome,
} from './idempotency-claim.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

/** The data of a first attempt, given again. */
interface Replayed {
  readonly data: unknown;
}

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

/** What is kept of a request under the idempotency key that came with it, and given again to its repeats. */
export class Replay {
  readonly #ports: Pick<ChanceryPorts, 'unitOfWork' | 'keyRing'>;
  readonly #mayKeep: (call: Call, refusal: Failure) => Promise<boolean>;

  constructor(
    ports: Pick<ChanceryPorts, 'unitOfWork' | 'keyRing'>,
    mayKeep: (call: Call, refusal: Failure) => Promise<boolean>,
  ) {
    this.#ports = ports;
    this.#mayKeep = mayKeep;
  }

  /** Claims the key for this transaction; what was kept under it before, or null if the work is to be done. */
  async begin(
    transaction: Transaction,
    claim: IdempotencyClaim | null,
    { now }: Call,
  ): Promise<Replayed | null> {
    if (claim === null) return null;
    const stored = await transaction.idempotency.begin(claim.keyHash, now);
    if (stored === 'in_flight') throw idempotencyInFlight({ retryAfterSeconds: 1 });
    return stored === null ? null : this.#outcome(stored, claim);
  }

  /** What was kept under the key, without claiming it. */
  async known(
    transaction: Transaction,
    principal: Principal,
    input: unknown,
    call: Call,
  ): Promise<Replayed | null> {
    const claim = idempotencyClaim(principal, input, call);
    const stored = claim && (await transaction.idempotency.stored(claim.keyHash, call.now));
    return stored && claim && this.#outcome(stored, claim);
  }

  /** What a call answered that ended its own session: its repeat can no longer be authenticated by that (ACC-7). */
  async afterEnd({ sub, wid }: AccessClaims, input: unknown, call: Call): Promise<Replayed | null> {
    const holder = { kind: 'user' as const, userId: sub, workspace: wid === null ? null : { id: wid } };
    const claim = idempotencyClaim(holder, input, call);
    if (claim === null) return null;
    const stored = await this.#ports.unitOfWork.run(
      'read',
      'identity',
      ({ idempotency }) => idempotency.stored(claim.keyHash, call.now),
      call.name,
    );
    return stored === null || stored.failed ? null : this.#outcome(stored, claim);
  }

  /** Keeps the answer with the change that it is about. */
  finish(
    transaction: Transaction,
    claim: IdempotencyClaim | null,
    data: unknown,
    { useCase, now }: Call,
  ): void {
    if (claim === null) return;
    const { keyHash, fingerprint } = claim;
    const seal = useCase.secret ? { keyRing: this.#ports.keyRing, keyHash } : null;
    const outcome = storedOutcome(data, false, fingerprint, seal);
    transaction.settle(transaction.idempotency.finish(keyHash, outcome, now, plusDays(now, 1)));
  }

  /** Keeps a refusal, in a transaction of its own: that of the work was rolled back. */
  async keepFailure(claim: IdempotencyClaim | null, error: unknown, call: Call): Promise<void> {
    if (claim === null || !(error instanceof Failure) || !keptKinds.has(error.kind)) return;
    if (!(await this.#mayKeep(call, error))) return;
    const { keyHash, fingerprint } = claim;
    const { now } = call;
    const { code, kind, message, details, retryAfterSeconds } = error;
    const outcome = storedOutcome(
      { code, kind, message, details, retryAfterSeconds },
      true,
      fingerprint,
      null,
    );
    await this.#ports.unitOfWork.run(
      'write',
      'app',
      async (transaction) => {
        transaction.enter(null);
        await transaction.idempotency.finish(keyHash, outcome, now, plusDays(now, 1));
      },
      call.name,
    );
  }

  /** The data of the first attempt; its failure is thrown again. */
  #outcome(stored: StoredOutcome, { keyHash, fingerprint }: IdempotencyClaim): Replayed {
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
}
