export { Argon2PasswordHasher, type Argon2Settings, type Pepper } from './argon2-password-hasher.ts';
export { BreachedFilter } from './breached-filter.ts';
export { type BreachedList, buildBreachedFilter } from './breached-filter-file.ts';
export { ZxcvbnBlocklist } from './zxcvbn-blocklist.ts';
