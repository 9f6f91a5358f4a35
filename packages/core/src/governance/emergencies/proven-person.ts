import { type ProvenAgain, proveAgain, type Reauthentication } from '../../identity/index.ts';
import { rateLimited } from '../../kernel/errors.ts';
import { attestationFailed, attestationReauthenticationFailed } from '../../records/index.ts';
import type { GovernancePreparing } from '../ports.ts';

const mostFailures = 5;
const windowSeconds = 900;

/** Examines the proof of whoever begins an emergency; its failures count with those of signing (REC-45), and are recorded. */
export async function provenPerson(
  given: Reauthentication,
  context: GovernancePreparing,
): Promise<ProvenAgain> {
  const { throttle, user, settings, transact } = context;
  const limit = mostFailures * Math.max(1, Math.min(settings.rateLimitScale || 10, 10));
  const { allowed, retryAfterSeconds } = await throttle.consume(
    'attestation',
    user.userId,
    limit,
    windowSeconds,
  );
  if (!allowed) throw rateLimited({ retryAfterSeconds });
  const proof = await proveAgain(given, context, '/reauthentication/value');
  if (proof === null) {
    await transact(async ({ emit }) =>
      emit(attestationFailed, { signerUserId: user.userId, reauthMethod: given.method }),
    );
    throw attestationReauthenticationFailed();
  }
  await throttle.reset('attestation', user.userId);
  return proof;
}
