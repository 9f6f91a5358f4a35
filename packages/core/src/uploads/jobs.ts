/** What happens to uploads afterwards: nobody waits for it, and it may have many objects to go through. */
export const uploadJobs = {
  queue: 'upload',
  maxAttempts: 10,
  baseSeconds: 60,
  capSeconds: 3600,
  leaseSeconds: 600,
} as const;
