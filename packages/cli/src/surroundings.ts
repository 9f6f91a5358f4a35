import type { Operation } from '@chancery/sdk/operations';
import type { HostCommand } from './host-commands.ts';

/** Where text goes: process.stdout, process.stderr, or a test's buffer. */
export interface Output {
  write(content: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Asking {
  /** Shows nothing of what is typed. */
  readonly hidden?: boolean;
  /** The option that answers the question where there is no terminal. */
  readonly instead?: string;
}

/** Everything the command touches outside itself, so that a test runs it in its own process. */
export interface Surroundings {
  readonly operations: readonly Operation[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly hostName: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The whole of standard input. */
  readonly readInput: () => Promise<string>;
  /** Asks at the terminal. Fails with UsageError if there is none. */
  readonly ask: (question: string, options?: Asking) => Promise<string>;
  /** Whether somebody sits there to be asked; if not, secrets are read from standard input. */
  readonly interactive?: boolean;
  /** The time; this machine's where not given. */
  readonly now?: () => Date;
  /** The zone to tell times in; this machine's where not given. */
  readonly timeZone?: string;
  readonly fetch: typeof fetch;
  /** A signal for when the person wants a command that waits to end (Ctrl+C); without it, none ends so. */
  readonly interruption?: () => AbortSignal;
  /** The host commands of @chancery/server, or null if it is not installed. */
  readonly loadHost: () => Promise<readonly HostCommand[] | null>;
}

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly timeout?: number;
  readonly color?: boolean;
  readonly idempotencyKey?: string;
}
