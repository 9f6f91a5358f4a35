export * from './archives/index.ts';
export * from './pool/index.ts';
export * from './types/index.ts';
