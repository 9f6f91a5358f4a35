import type { ContextPorts, Part, PortsInside } from '../../kernel/context-ports.ts';
import type { FollowUpContext, ReactingContext } from '../../kernel/reacting-context.ts';

/** What keeps a workspace from closing, as callers know it: `record_case`, `document`. */
export interface ClosureBlocker {
  readonly kind: string;
  readonly count: number;
}

/** Answers for one context what keeps a workspace from closing (platform 13). */
export interface ClosureParticipant {
  readonly context: string;
  /** Runs in the closing transaction, which has entered the workspace and holds its lock. */
  blockers(workspaceId: string): Promise<readonly ClosureBlocker[]>;
}

/** Removes what one context has of a closed workspace. */
export interface ClosurePurge {
  readonly context: string;
  /**
   * Removes rows and bytes of a workspace that is closed for good. It runs outside any transaction and workspace: each
   * `transact` of its own enters the workspace, under the database role of the calling job. It is safe to repeat.
   */
  purge(workspaceId: string): Promise<void>;
}

export interface ClosurePart extends Part {
  readonly kind: 'closure_participant';
  // biome-ignore-start lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): ClosureParticipant;
  bindPurge(context: string, own: () => any): ClosurePurge;
  // biome-ignore-end lint/suspicious/noExplicitAny: as above
}

/** Declares a context's participant over its own ports. It is found because the context's index exports it. */
export const closureParticipant = <S extends ContextPorts>(
  ports: S,
  declared: {
    blockers?(
      workspaceId: string,
      context: FollowUpContext & PortsInside<S>,
    ): Promise<readonly ClosureBlocker[]>;
    purge?(workspaceId: string, context: ReactingContext<S>): Promise<void>;
  },
): ClosurePart => ({
  kind: 'closure_participant',
  ports,
  bind: (context, own) => ({
    context,
    blockers: async (workspaceId) => (await declared.blockers?.(workspaceId, own())) ?? [],
  }),
  bindPurge: (context, own) => ({
    context,
    purge: async (workspaceId) => declared.purge?.(workspaceId, own()),
  }),
});
