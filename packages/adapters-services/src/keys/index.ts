export { FileKeyVault } from './file-key-vault.ts';
export { HmacLinkTokens, type LinkKey, parseLinkKeys } from './hmac-link-tokens.ts';
export { loadOrCreateMasterKey, readMasterKeyFile } from './master-key-file.ts';
export { MasterKeyRing } from './master-key-ring.ts';
export { RootedKeyRing } from './rooted-key-ring.ts';
