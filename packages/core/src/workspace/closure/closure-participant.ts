import type { FollowUpContext, ReactingContext } from '../../kernel/use-case.ts';

/** What keeps a workspace from closing, as callers know it: `record_case`, `document`. */
export interface ClosureBlocker {
  readonly kind: string;
  readonly count: number;
}

/** What one context does when a workspace closes (platform 13). */
export interface ClosureParticipant {
  readonly kind: 'closure_participant';
  readonly context: string;
  // biome-ignore-start lint/suspicious/noExplicitAny: the caller hands each participant the ports that its own declaration was typed with
  /** In the unit that closes, which has entered the workspace and holds its lock. */
  blockers(workspaceId: string, context: any): Promise<readonly ClosureBlocker[]>;
  /**
   * Removes rows and bytes of a workspace that is closed for good. It runs in no transaction and for no workspace: each
   * `transact` of its own enters it. Safe to repeat.
   */
  purge(workspaceId: string, context: any): Promise<void>;
  // biome-ignore-end lint/suspicious/noExplicitAny: as above
}

/** Declares a context's participant over its own ports; exported from the context's index it is found. */
export const closureParticipant = <P>(declared: {
  readonly context: string;
  blockers?(workspaceId: string, context: FollowUpContext & P): Promise<readonly ClosureBlocker[]>;
  purge?(workspaceId: string, context: ReactingContext<P> & P): Promise<void>;
}): ClosureParticipant => ({
  kind: 'closure_participant',
  blockers: async () => [],
  purge: async () => undefined,
  ...declared,
});
