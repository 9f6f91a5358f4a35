import { sha256 as computed } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** SHA-256 of bytes that come in parts. */
export interface IncrementalHash {
  update(bytes: Uint8Array): void;
  /** Lower-case hexadecimal; ends it. */
  hex(): string;
}

interface NodeCrypto {
  createHash(name: string): { update(bytes: Uint8Array): unknown; digest(form: 'hex'): string };
}

/** A module of Node if this runs in Node, else undefined; nothing is imported, so that bundlers see nothing to bundle. */
export function builtIn<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  // The caller names the part of the module that it uses.
  return process?.getBuiltinModule?.(name) as Module | undefined;
}

/** Node's own hash if there is one. Browsers hash only what is in one piece, so there it is computed here. */
export function sha256(): IncrementalHash {
  const hash = builtIn<NodeCrypto>('node:crypto')?.createHash('sha256');
  return hash === undefined
    ? portableSha256()
    : { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}

/** For browsers: computed in JavaScript, by a library that is two to three times as fast as a plain loop. */
export function portableSha256(): IncrementalHash {
  const hash = computed.create();
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
}
