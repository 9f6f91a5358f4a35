import { isFailure } from '@chancery/core';

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/** Drivers put values of the statement into `detail`, `where` and `parameters`: those are never logged. */
export function withoutInput(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { name: 'Error', message: typeof error };
  const message = 'severity' in error ? 'database error' : error.message;
  return {
    name: error.name,
    message,
    ...('code' in error ? { code: String(error.code) } : {}),
    stack:
      error.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 12)
        .join('\n') ?? '',
  };
}

/** Which dependency was away, as its driver says it. */
export const reasonOf = (error: unknown): string =>
  isFailure(error) && error.cause instanceof Error && 'code' in error.cause
    ? String(error.cause.code)
    : 'unavailable';
