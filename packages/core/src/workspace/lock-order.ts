import type { WorkspaceSummary } from '../identity/index.ts';

/** In one order, so that two people who leave the same workspaces at once never wait for each other. */
export const inLockOrder = (workspaces: readonly WorkspaceSummary[]): readonly WorkspaceSummary[] =>
  [...workspaces].sort((a, b) => (a.id < b.id ? -1 : 1));
