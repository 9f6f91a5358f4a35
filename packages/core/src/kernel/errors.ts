/** What went wrong, in the caller's terms. The kind decides the HTTP status and the exit code, once for all codes. */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'version_conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'range_not_satisfiable'
  | 'key_reused'
  | 'too_many'
  | 'unavailable'
  | 'unexpected';

/** One fault inside a request. `path` is a JSON pointer such as `/body/title`. */
export interface FailureDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface FailureContext {
  /** Instead of the declared sentence, where only the moment knows what to say, such as which limit is full. */
  readonly message?: string;
  readonly details?: readonly FailureDetail[];
  readonly retryAfterSeconds?: number;
  /** Of a version conflict: what the caller would have had to name. */
  readonly currentVersion?: number;
  /** Of a range that cannot be had: how many bytes there are. */
  readonly sizeBytes?: number;
  readonly cause?: unknown;
}

export class Failure extends Error {
  readonly code: string;
  readonly kind: FailureKind;
  readonly details: readonly FailureDetail[];
  readonly retryAfterSeconds: number | null;
  readonly currentVersion: number | null;
  readonly sizeBytes: number | null;

  constructor(code: string, kind: FailureKind, message: string, context: FailureContext = {}) {
    super(context.message ?? message, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = 'Failure';
    this.code = code;
    this.kind = kind;
    this.details = context.details ?? [];
    this.retryAfterSeconds = context.retryAfterSeconds ?? null;
    this.currentVersion = context.currentVersion ?? null;
    this.sizeBytes = context.sizeBytes ?? null;
  }
}

/** A declared failure: call it to make the error to throw. */
export interface FailureType {
  (context?: FailureContext): Failure;
  readonly code: string;
  readonly kind: FailureKind;
  readonly message: string;
}

/** Declares a failure once: its code, its kind and the sentence that tells the caller what to do. */
export function failure(code: string, kind: FailureKind, message: string): FailureType {
  const make = (context?: FailureContext) => new Failure(code, kind, message, context);
  return Object.freeze(Object.assign(make, { code, kind, message }));
}

export const isFailure = (error: unknown): error is Failure => error instanceof Failure;

export const requestInvalid = failure(
  'request.invalid',
  'invalid',
  'Correct the fields named in details and send the request again.',
);
export const malformedJson = failure(
  'request.malformed_json',
  'invalid',
  'The body is not valid JSON; check quotes, commas and repeated names.',
);
export const requestTooLarge = failure('request.too_large', 'too_large', 'Send a body of at most 1 MiB.');
export const mediaTypeNotSupported = failure(
  'request.media_type_not_supported',
  'unsupported_type',
  'Send the body as application/json.',
);
export const rangeNotSatisfiable = failure(
  'range.not_satisfiable',
  'range_not_satisfiable',
  'Ask for one range that begins inside the file; Content-Range says how many bytes it has.',
);
export const routeNotFound = failure(
  'request.route_not_found',
  'not_found',
  'There is nothing at this address; see /docs for all endpoints.',
);
export const methodNotAllowed = failure(
  'request.method_not_allowed',
  'not_found',
  'This address does not take that method; see /docs.',
);
export const versionConflict = failure(
  'version_conflict',
  'version_conflict',
  'Somebody else changed it first; read it again and repeat your change on the current version.',
);
export const permissionDenied = failure(
  'permission.denied',
  'forbidden',
  'Your role in this workspace does not allow this; ask an owner or admin.',
);
export const rateLimited = failure(
  'rate_limited',
  'too_many',
  'Too many requests; wait as long as Retry-After says.',
);
export const dependencyUnavailable = failure(
  'dependency.unavailable',
  'unavailable',
  'A service this needs is away; try again shortly.',
);
export const unexpectedFailure = failure(
  'internal.unexpected',
  'unexpected',
  'Something failed on our side; try again, and report the request id if it persists.',
);
export const idempotencyInFlight = failure(
  'idempotency.in_flight',
  'conflict',
  'The first request with this idempotency key is still running; wait and repeat it.',
);
export const idempotencyKeyReused = failure(
  'idempotency.key_reused',
  'key_reused',
  'This idempotency key belongs to another request; use a new key for a new request.',
);
export const planFeatureNotIncluded = failure(
  'plan.feature_not_included',
  'forbidden',
  'The plan of this workspace does not include this; see the plans under billing.',
);
export const planLimitReached = failure(
  'plan.limit_reached',
  'forbidden',
  'The plan limit of this workspace is reached; free some or choose a larger plan.',
);
