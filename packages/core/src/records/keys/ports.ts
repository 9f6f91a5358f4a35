import type { SealingKey } from '../../kernel/ports.ts';
import type { PublicHalf } from '../../kernel/scope-seal.ts';
import type { Instant } from '../../kernel/time.ts';

/** The key of a subject or a case. */
export interface ScopeKey extends SealingKey {
  readonly keyId: string;
  /** Null of a key from before there were any, until a job has noted it. */
  readonly publicKey: Uint8Array | null;
  /** Whether nothing is opened or sealed with it any more. */
  readonly isRetired: boolean;
}

/** Which key of the vault seals what, in the workspace of this transaction. The keys themselves are in the vault alone. */
export interface RecordKeyRepository {
  /** The id of the key of a subject or case; null if nothing of it was sealed yet, or nothing is opened any more. */
  find(scope: SealingKey): Promise<string | null>;
  /** The keys of these, retired ones too; what has none yet is missing. */
  findAll(scopes: readonly SealingKey[]): Promise<readonly ScopeKey[]>;
  /** The keys with these ids, so far as they belong to a subject or a case. */
  ofIds(keyIds: readonly string[]): Promise<readonly ScopeKey[]>;
  /** Notes the public half of a key of which none is noted. */
  publish(half: PublicHalf): Promise<void>;
  /** Those of several cases, in one statement; what has none yet is missing. */
  findOfCases(caseIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Gives it one of the keys that were made beforehand, or what it has already; null if none is left. Of two at once
   * both get the same.
   */
  take(scope: SealingKey, now: Instant): Promise<string | null>;
  /** The same for a subject or case that this transaction makes, so that nobody else asks for its key. */
  takeNew(scope: SealingKey, now: Instant): Promise<string | null>;
  /** From now on nothing of the scope is opened or sealed. The id of its key; null if it never had one. To repeat it is no error. */
  retire(scope: SealingKey, now: Instant): Promise<string | null>;
  isRetired(scope: SealingKey): Promise<boolean>;
  /** Notes keys that the vault has made and that nothing uses yet. */
  stock(made: readonly PublicHalf[], now: Instant): Promise<void>;
  /** Of these ids, those that nothing here knows. */
  unknown(keyIds: readonly string[]): Promise<readonly string[]>;
  purge(): Promise<void>;
}

/** A key with which entries of the workspace are signed. */
export interface RecordSigningKey {
  /** The first eight bytes of the SHA-256 of the public key, in hexadecimal. */
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  readonly privateSealed: Uint8Array;
  readonly createdAt: Instant;
  /** From when on another key signs; null of the one that signs now. */
  readonly retiredAt: Instant | null;
}

/** The keys with which entries of this workspace were and are signed. */
export interface RecordSigningKeyRepository {
  /** Whoever makes a key next waits for the end of the transaction. */
  lock(): Promise<void>;
  /** The key that signs now; null before the first signature. */
  active(): Promise<RecordSigningKey | null>;
  /** All of them, the oldest first. */
  list(): Promise<readonly RecordSigningKey[]>;
  /** Retires the one that signs, and adds this one in its place. */
  replace(key: RecordSigningKey): Promise<void>;
  purge(): Promise<void>;
}
