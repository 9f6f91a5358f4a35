export * from './content-addressed.ts';
export * from './disk-blob-store.ts';
export * from './s3-blob-store.ts';
