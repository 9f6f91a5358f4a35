/** How jobs of the ledger are repeated (records 10). */
export const auditJobs = {
  queue: 'records',
  maxAttempts: 12,
  baseSeconds: 10,
  capSeconds: 600,
  leaseSeconds: 120,
} as const;
