export * from './pooled-text-extractor.ts';
