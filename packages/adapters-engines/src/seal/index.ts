export * from './seal-placeholder.ts';
