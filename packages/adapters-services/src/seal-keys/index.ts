export * from './pem-seal-keys.ts';
export { noTimestampAuthority, Rfc3161TimestampAuthority } from './rfc3161-timestamp-authority.ts';
export { pemOf } from './seal-certificates.ts';
export * from './self-made-seal-keys.ts';
