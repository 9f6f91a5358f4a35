export * from './pooled-pdf-sealer.ts';
export { addSealPlaceholder, type SealPlaceholder, type SealStatement } from './seal-placeholder.ts';
