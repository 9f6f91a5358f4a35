/** Jobs of the library: nobody waits for them (documents 9). */
export const documentJobs = {
  queue: 'documents',
  maxAttempts: 10,
  baseSeconds: 60,
  capSeconds: 6 * 3600,
  leaseSeconds: 600,
} as const;

export const inspectionJobs = {
  queue: 'documents',
  maxAttempts: 4,
  baseSeconds: 30,
  capSeconds: 600,
  leaseSeconds: 300,
} as const;

export const rescanJobs = { ...documentJobs, maxAttempts: 5 } as const;
