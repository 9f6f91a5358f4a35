export * from './kernel/data-source.ts';
export * from './kernel/jobs.ts';
export * from './kernel/unit-of-work.ts';
