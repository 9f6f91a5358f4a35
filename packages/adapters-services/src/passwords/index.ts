export { Argon2PasswordHasher, type Argon2Settings, type Pepper } from './argon2-password-hasher.ts';
export { ZxcvbnBlocklist } from './zxcvbn-blocklist.ts';
