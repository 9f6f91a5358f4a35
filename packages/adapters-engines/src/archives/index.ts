export * from './archive-inspector.ts';
export * from './pooled-archive-inspector.ts';
