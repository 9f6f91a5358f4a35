/** Jobs that clean up after uploads: nobody waits for them, and they may have to go through many objects. */
export const uploadJobs = {
  queue: 'upload',
  maxAttempts: 10,
  baseSeconds: 60,
  capSeconds: 3600,
  leaseSeconds: 600,
} as const;
