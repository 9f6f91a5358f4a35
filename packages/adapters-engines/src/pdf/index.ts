export * from './pooled-pdf-inspector.ts';
