/**
 * Keys that live outside the database and its backups, so that what they sealed can be destroyed for good: with the key
 * ends everything under it, in every copy of the rows (governance 7).
 */
export interface KeyVault {
  /** Makes so many keys for a workspace and says their ids. They are durable when it resolves, before any of them is used. */
  make(workspaceId: string, count: number): Promise<readonly string[]>;
  /** The 32 bytes of a key; null once it was destroyed. Throws `KeyVaultAway` if it cannot be read. */
  open(workspaceId: string, keyId: string): Promise<Uint8Array | null>;
  /**
   * Removes the key for good and leaves a tombstone: nobody opens this id again, also after the database was restored. To
   * repeat it is no error, and neither is an id that there never was.
   */
  destroy(workspaceId: string, keyId: string): Promise<void>;
  isDestroyed(workspaceId: string, keyId: string): Promise<boolean>;
  /** Removes every key of a workspace, present and future: it makes none any more. */
  destroyAll(workspaceId: string): Promise<void>;
  /** The ids of all keys of a workspace that were not destroyed, in no promised order. */
  list(workspaceId: string): AsyncIterable<string>;
  /** Throws when the vault is away. */
  probe(): Promise<void>;
}

/** The vault does not answer, or what it holds of a key is damaged. */
export class KeyVaultAway extends Error {
  override readonly name = 'KeyVaultAway';
}

/** A key as the vault has opened it. */
export interface OpenedKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}
