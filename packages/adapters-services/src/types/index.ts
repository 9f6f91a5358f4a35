export * from './bytes-type-detector.ts';
export * from './inspection-pool.ts';
