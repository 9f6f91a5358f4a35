export * from './pem-seal-keys.ts';
export * from './self-made-seal-keys.ts';
