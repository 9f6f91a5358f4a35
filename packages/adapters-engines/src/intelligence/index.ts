export * from './pooled-local-intelligence.ts';
