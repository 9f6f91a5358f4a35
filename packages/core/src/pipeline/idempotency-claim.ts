import { networkOf } from '../kernel/address.ts';
import { base64urlOf, hexOf, sha256, utf8 } from '../kernel/crypto.ts';
import { Failure, type FailureKind } from '../kernel/errors.ts';
import type { StoredOutcome } from '../kernel/idempotency.ts';
import { fileField, type ReceivedFile, takesFile } from '../kernel/incoming-file.ts';
import { canonicalJson } from '../kernel/ledger/index.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Call } from './call.ts';

export interface IdempotencyClaim {
  readonly keyHash: string;
  /** What the request asked for, as a digest. */
  readonly fingerprint: string;
}

/** The callers whose idempotency keys are kept apart. */
type KeyHolder =
  | Exclude<Principal, { kind: 'user' }>
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly workspace: { readonly id: string } | null;
    };

/** The key that the caller sent with the request, if the endpoint takes one. */
export function idempotencyClaim(principal: KeyHolder, input: unknown, call: Call): IdempotencyClaim | null {
  if (call.caller.idempotencyKey === null || call.useCase.idempotent === false) return null;
  if (call.useCase.kind === 'query') return null;
  const identifying = identifyingOf(call.useCase, input as Record<string, unknown>);
  const fingerprint = hexOf(sha256(canonicalJson(JSON.parse(JSON.stringify(identifying)))));
  return { keyHash: idempotencyScope(principal, call, fingerprint), fingerprint };
}

/** A streamed body is known by its own digest, and a file by its SHA-256, wherever it lies and however it is called. */
function identifyingOf(useCase: Call['useCase'], input: Readonly<Record<string, unknown>>): object {
  const { content, ...named } = input;
  if (useCase.body?.form === 'stream') return named;
  if (!takesFile(useCase)) return input;
  // The intake has put it there.
  const { sha256: digest } = input[fileField] as ReceivedFile;
  return { ...input, [fileField]: digest };
}

/**
 * By caller and route; on public endpoints by network, route and body (PLT-3), and by token if one was sent: endpoints that
 * know a person by it answer each with their own.
 */
function idempotencyScope(principal: KeyHolder, { name, caller }: Call, fingerprint: string): string {
  const scope =
    principal.kind === 'public'
      ? `public:${networkOf(caller.address)}:${fingerprint}:${caller.credential ?? ''}`
      : principal.kind === 'api_key'
        ? `key:${principal.apiKeyId}`
        : `user:${principal.userId}:${principal.workspace?.id ?? ''}`;
  return hexOf(sha256(`${scope}\0${name}\0${caller.idempotencyKey}`));
}

export function storedOutcome(
  body: unknown,
  failed: boolean,
  fingerprint: string,
  seal: { keyRing: KeyRing; keyHash: string } | null,
): StoredOutcome {
  const text = JSON.stringify(body);
  if (seal === null) return { fingerprint, failed, body: text, sealed: false };
  return {
    fingerprint,
    failed,
    body: base64urlOf(seal.keyRing.seal(utf8(text), `idempotency:${seal.keyHash}`)),
    sealed: true,
  };
}

export function replayedFailure(body: {
  code: string;
  kind: FailureKind;
  message: string;
  details: Failure['details'];
  retryAfterSeconds: number | null;
}): Failure {
  const failure = new Failure(body.code, body.kind, body.message, {
    details: body.details,
    ...(body.retryAfterSeconds === null ? {} : { retryAfterSeconds: body.retryAfterSeconds }),
  });
  return Object.assign(failure, { replayed: true });
}
