/** One fault inside a request. `path` is a JSON pointer such as `/body/title`. */
export interface ErrorDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorFacts {
  readonly code: string;
  readonly message: string;
  readonly status?: number | null;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Any failure of a call. The subclass says which kind; `code` is stable and safe to branch on. */
export class ChanceryError extends Error {
  override name = 'ChanceryError';
  readonly code: string;
  /** The HTTP status, or null if no answer arrived. */
  readonly status: number | null;
  readonly details: readonly ErrorDetail[];
  /** Quote it when you report a problem. Null if no answer arrived. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The answer as it came, for the endpoints that answer failure with a body of their own (health). */
  readonly body: unknown;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? null;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.body = facts.body;
  }
}

/** 400, 413, 415: the request is wrong; `details` names each field. */
export class ValidationError extends ChanceryError {
  override name = 'ValidationError';
}
/** 401: no credential, or one that is expired, revoked or unknown. */
export class AuthenticationError extends ChanceryError {
  override name = 'AuthenticationError';
}
/** 403: the credential is good but not for this: role, scope, second person, plan. */
export class PermissionError extends ChanceryError {
  override name = 'PermissionError';
}
/** 404: not there, or not visible to you. */
export class NotFoundError extends ChanceryError {
  override name = 'NotFoundError';
}
/** 409: the state of the resource forbids this. 422: the idempotency key belongs to another request. */
export class ConflictError extends ChanceryError {
  override name = 'ConflictError';
}
/** 410: a link or session that once worked and is spent, revoked or expired. */
export class GoneError extends ChanceryError {
  override name = 'GoneError';
}
/** 412: somebody else changed it first; read it again and repeat your change on the current version. */
export class VersionConflictError extends ChanceryError {
  override name = 'VersionConflictError';
}
/** 429: wait `retryAfterSeconds`. */
export class RateLimitError extends ChanceryError {
  override name = 'RateLimitError';
}
/** 408, 502, 503, 504: the service or something it needs is away for now. */
export class UnavailableError extends ChanceryError {
  override name = 'UnavailableError';
}
/** No answer arrived: name resolution, connection, TLS or a broken transfer. The call may have had its effect. */
export class ConnectionError extends ChanceryError {
  override name = 'ConnectionError';
}
/** No answer within `timeoutMs`. The call may have had its effect. */
export class TimeoutError extends ChanceryError {
  override name = 'TimeoutError';
}

const byStatus: Record<number, typeof ChanceryError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  408: UnavailableError,
  409: ConflictError,
  410: GoneError,
  412: VersionConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ConflictError,
  429: RateLimitError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

/** The typed error of an answer that is not 2xx. `body` is parsed JSON, or undefined if it was something else. */
export function errorOf(status: number, headers: Headers, body: unknown): ChanceryError {
  // Nothing is trusted about a failure's body: a proxy may have written it.
  const { error, meta } = (body ?? {}) as { error?: Partial<ErrorFacts>; meta?: { requestId?: string } };
  const bare = status === 503 ? 'dependency.unavailable' : `http.${status}`;
  return new (byStatus[status] ?? ChanceryError)({
    status,
    code: error?.code ?? bare,
    message: error?.message ?? `The service answered ${status} without saying why.`,
    details: error?.details ?? [],
    requestId: meta?.requestId ?? headers.get('x-request-id'),
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')) ?? error?.retryAfterSeconds ?? null,
    body,
  });
}

/** Reads both forms of Retry-After: seconds, and an HTTP date. */
function retryAfterSeconds(value: string | null): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
