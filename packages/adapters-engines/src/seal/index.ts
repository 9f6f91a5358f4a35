export * from './pooled-pdf-sealer.ts';
export type { SealPlaceholder, SealStatement } from './seal-placeholder.ts';
