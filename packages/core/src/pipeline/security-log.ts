import { networkOf } from '../kernel/address.ts';
import { Failure } from '../kernel/errors.ts';
import type { Call } from './call.ts';
import { readInput } from './input.ts';
import type { ChanceryPorts } from './ports.ts';

/** A sign-in whose refusal stands in the security log before it is answered (platform 12), so many of one network an hour. */
export async function loggingRefusals<T>(
  { clock, ids, keyRing, log, unitOfWork }: ChanceryPorts,
  signingIn: Promise<T>,
  { name: row, useCase, caller: { address, requestId } }: Call,
  rawInput: unknown,
  mayLog: () => Promise<boolean>,
): Promise<T> {
  try {
    return await signingIn;
  } catch (error) {
    const isRefused =
      error instanceof Failure && (error.kind === 'unauthenticated' || error.kind === 'forbidden');
    if (!isRefused || 'replayed' in error) throw error;
    // While nobody counts, a line too many is better than none.
    if (!(await mayLog().catch(() => true))) throw error;
    const { input, faults } = readInput({ name: row, useCase }, rawInput);
    const accountKey = faults === null ? (useCase.signsIn?.(input as never, keyRing) ?? null) : null;
    const { code } = error;
    const failed = { row, code, accountKey, network: networkOf(address), requestId };
    await unitOfWork
      .run(
        'write',
        'identity',
        (transaction) => {
          transaction.enter(null);
          return transaction.repositories.identity.securityLog.add({
            id: ids.uuid7(),
            at: clock.now(),
            ...failed,
          });
        },
        row,
      )
      .catch((cause: unknown) => log.warn({ row, cause }, 'the security log could not be written'));
    throw error;
  }
}
