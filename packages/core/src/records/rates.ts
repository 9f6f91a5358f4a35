import type { Principal } from '../kernel/principal.ts';

/** How often one person writes in records (REC-91). */
export const writesOfRecords = [
  {
    bucket: 'records_writes',
    limit: 120,
    windowSeconds: 60,
    by: (_input: unknown, principal: Principal) => (principal.kind === 'user' ? principal.userId : null),
  },
];
