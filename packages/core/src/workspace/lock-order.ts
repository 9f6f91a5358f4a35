import type { WorkspaceSummary } from '../identity/index.ts';

/** Sorts workspaces by id, so that two transactions that lock the same ones never wait for each other. */
export const inLockOrder = (workspaces: readonly WorkspaceSummary[]): readonly WorkspaceSummary[] =>
  [...workspaces].sort((a, b) => (a.id < b.id ? -1 : 1));
