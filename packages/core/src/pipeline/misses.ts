import { Failure, type FailureKind, requestInvalid } from '../kernel/errors.ts';
import type { Admission } from './admission.ts';
import type { Call } from './call.ts';
import type { RequestThrottles } from './throttles.ts';

/** Refusals of a caller, or of what was shown; the others are about a thing that was there, or are ours. */
const missKinds: ReadonlySet<FailureKind> = new Set([
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'gone',
  'too_large',
  'unsupported_type',
  'key_reused',
]);

/**
 * Whether this refusal says that what the caller showed opens nothing (THR-9, PLT-29). What does not even fit its schema
 * has shown nothing, though a use case lets pass what it finds wrong itself.
 */
const isMiss = (
  { useCase }: Pick<Call, 'useCase'>,
  error: unknown,
  { known }: Pick<Admission, 'known'>,
): error is Failure =>
  error instanceof Failure &&
  missKinds.has(error.kind) &&
  !(
    (known !== null || error.code !== requestInvalid.code) &&
    (useCase.throttle?.passes ?? []).some(({ code }) => code === error.code)
  );

/** Counts what opened nothing; a network that has no miss left is told so instead of what it missed. */
export async function countingMisses<T extends { readonly data: unknown }>(
  throttles: RequestThrottles,
  passing: Promise<T>,
  call: Call,
  admission: Admission,
): Promise<T> {
  try {
    const outcome = await passing;
    if (call.useCase.throttle?.opensNothing?.(outcome.data as never))
      await throttles.missed(call, admission.taken);
    return outcome;
  } catch (error) {
    if (isMiss(call, error, admission)) await throttles.missed(call, admission.taken);
    throw error;
  }
}

/** Whether a refusal is kept for repeats of the call: what strangers miss is kept too, but not without end. */
export async function mayBeKept(throttles: RequestThrottles, call: Call, refusal: Failure): Promise<boolean> {
  if (call.useCase.access !== 'anyone' || !isMiss(call, refusal, { known: null })) return true;
  return throttles.mayKeep('kept_refusals', call).catch(() => false);
}
