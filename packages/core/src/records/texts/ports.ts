/** Answers the sweep across all workspaces. */
export interface PlainTextSweep {
  /** Cases with something written about an encounter or a follow-up that is not sealed yet. */
  cases(most: number): Promise<readonly { readonly workspaceId: string; readonly caseId: string }[]>;
}
