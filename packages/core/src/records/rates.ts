import { type Principal, workspaceOf } from '../kernel/principal.ts';

/** How often one person writes in records (REC-91). */
export const writesOfRecords = [
  {
    bucket: 'records_writes',
    limit: 120,
    windowSeconds: 60,
    by: (_input: unknown, principal: Principal) => (principal.kind === 'user' ? principal.userId : null),
  },
];

/** How often one person takes a bundle of one case (REC-91). */
export const bundlesOfCase = [
  {
    bucket: 'record_bundles',
    limit: 6,
    windowSeconds: 3600,
    by: ({ caseId }: { readonly caseId: string }, principal: Principal) =>
      principal.kind === 'user' ? `${principal.userId}:${caseId}` : null,
  },
];

/** How often the ledger of a workspace is verified (REC-91). */
export const verificationsOfWorkspace = [
  {
    bucket: 'ledger_verifications',
    limit: 10,
    windowSeconds: 3600,
    by: (_input: unknown, principal: Principal) => workspaceOf(principal),
  },
];
