export { readsHeic } from './heic-picture.ts';
export * from './pooled-text-extractor.ts';
