import type { FailureKind } from '@chancery/core';

/** The one table from kinds of failure to statuses (conventions, "Envelope"). */
export const statusOfKind: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  version_conflict: 412,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  key_reused: 422,
  too_many: 429,
  unexpected: 500,
  unavailable: 503,
};
