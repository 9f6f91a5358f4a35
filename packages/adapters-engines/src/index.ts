export * from './archives/index.ts';
export * from './intelligence/index.ts';
export * from './pdf/index.ts';
export * from './pool/index.ts';
export * from './seal/index.ts';
export * from './signing-pdf/index.ts';
export * from './text/index.ts';
export * from './types/index.ts';
