export * from './engine-failure.ts';
export * from './engine-pool.ts';
export * from './engine-task.ts';
