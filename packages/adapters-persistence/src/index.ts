export * from './identity/signing-keys.ts';
export * from './kernel/data-source.ts';
export * from './kernel/jobs.ts';
export * from './kernel/maintenance.ts';
export * from './kernel/row-security.ts';
export * from './kernel/side-pool.ts';
export * from './kernel/unit-of-work.ts';
