export * from '../kernel/testing/index.ts';
export * from '../kernel/testing-services/index.ts';
