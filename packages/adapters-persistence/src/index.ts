export * from './identity/signing-keys.ts';
export * from './kernel/data-source.ts';
export * from './kernel/jobs.ts';
export * from './kernel/notified-queue.ts';
export * from './kernel/operator-jobs.ts';
export * from './kernel/row-security.ts';
export * from './kernel/side-pool.ts';
export * from './kernel/unit-of-work.ts';
