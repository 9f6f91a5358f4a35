/** Recalculations: the next full plan repairs what one leaves (lifecycle 10). */
export const recalculationJobs = {
  queue: 'lifecycle',
  maxAttempts: 10,
  baseSeconds: 30,
  capSeconds: 3600,
  leaseSeconds: 600,
} as const;

/** What follows new tz data: nothing else repairs it, so it is tried longer. */
export const boundaryJobs = { ...recalculationJobs, maxAttempts: 20 } as const;

/** What tells of renewals and holds whose day has come: the next run repairs what one leaves. */
export const renewalJobs = {
  queue: 'lifecycle',
  maxAttempts: 5,
  baseSeconds: 60,
  capSeconds: 1800,
  leaseSeconds: 600,
} as const;

export const lifecycleMailJobs = {
  queue: 'mail',
  maxAttempts: 12,
  baseSeconds: 10,
  capSeconds: 6 * 3600,
  leaseSeconds: 120,
} as const;

/** What looks each night which documents may be destroyed: the next night repairs what one leaves. */
export const retentionJobs = {
  queue: 'lifecycle',
  maxAttempts: 5,
  baseSeconds: 300,
  capSeconds: 3600,
  leaseSeconds: 600,
} as const;

/** What destroys documents; after the last attempt the candidate has failed. */
export const dispositionJobs = {
  queue: 'lifecycle',
  maxAttempts: 8,
  baseSeconds: 60,
  capSeconds: 6 * 3600,
  leaseSeconds: 900,
} as const;

/** Extractions: what an earlier file left behind counts against none, so a few attempts are enough (lifecycle 10). */
export const extractionJobs = {
  queue: 'extraction',
  maxAttempts: 4,
  baseSeconds: 30,
  capSeconds: 600,
  leaseSeconds: 900,
} as const;

/** Texts that documents are found by: one that cannot be read is found by its names (lifecycle OPS-10). */
export const textJobs = {
  queue: 'extraction',
  maxAttempts: 4,
  baseSeconds: 30,
  capSeconds: 600,
  leaseSeconds: 300,
} as const;

/** What plans the actions of documents: the next run repairs what one leaves (lifecycle 10). */
export const planJobs = {
  queue: 'lifecycle',
  maxAttempts: 5,
  baseSeconds: 60,
  capSeconds: 1800,
  leaseSeconds: 600,
} as const;

/** Actions of documents; after the last attempt one is dead, and people decide what becomes of it. */
export const actionJobs = {
  queue: 'lifecycle',
  maxAttempts: 8,
  baseSeconds: 10,
  capSeconds: 6 * 3600,
  leaseSeconds: 300,
} as const;

/** The same of those that are mailed. */
export const noticeJobs = { ...actionJobs, queue: 'mail' } as const;
