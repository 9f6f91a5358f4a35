export * from './bundle/pooled-record-pdf-composer.ts';
export * from './font-source.ts';
export * from './pooled-anchor-finder.ts';
export * from './pooled-signature-images.ts';
export * from './pooled-signing-pdf-composer.ts';
