import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  GoneError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  VersionConflictError,
} from '@chancery/sdk';

/** The command line is wrong; nothing was sent. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly nextStep: string | null;

  constructor(message: string, nextStep: string | null = null) {
    super(message);
    this.nextStep = nextStep;
  }
}

/** What was watched came to an end, and not to a seal. */
export class SigningEnded extends Error {
  override name = 'SigningEnded';

  constructor(status: string) {
    super(`The document is not sealed: its signing is ${status}.`);
  }
}

export const exitCodes = [
  { code: 0, meaning: 'done' },
  { code: 1, meaning: 'something unexpected failed, or a check found a fault' },
  { code: 2, meaning: 'the command line is wrong; nothing was sent' },
  { code: 3, meaning: 'no credential, or one that is expired, revoked or unknown' },
  { code: 4, meaning: 'not permitted: role, scope or plan' },
  { code: 5, meaning: 'not found, or a link that is used up' },
  { code: 6, meaning: 'conflict with the present state or version' },
  { code: 7, meaning: 'a field was refused' },
  { code: 8, meaning: 'too many requests' },
  { code: 9, meaning: 'the service is unavailable or out of reach' },
] as const;

const kinds: readonly (readonly [new (...facts: never[]) => Error, number])[] = [
  [UsageError, 2],
  [AuthenticationError, 3],
  [PermissionError, 4],
  [NotFoundError, 5],
  [GoneError, 5],
  [ConflictError, 6],
  [SigningEnded, 6],
  [VersionConflictError, 6],
  [ValidationError, 7],
  [RateLimitError, 8],
  [UnavailableError, 9],
  [ConnectionError, 9],
  [TimeoutError, 9],
];

/** The exit code of a failure, by its kind. */
export const exitCodeOf = (error: unknown): number => kinds.find(([kind]) => error instanceof kind)?.[1] ?? 1;
