import { randomBytes } from 'node:crypto';
import { type KeyVault, KeyVaultAway, systemIds } from '@chancery/core';

/** Keys in memory: they end with the test. */
export class MemoryKeyVault implements KeyVault {
  readonly #keys = new Map<string, Uint8Array | null>();
  readonly #ended = new Set<string>();
  /** Throws at everything while it is true. */
  isAway = false;

  async make(workspaceId: string, count: number): Promise<readonly string[]> {
    this.#require(!this.#ended.has(workspaceId));
    const ids = Array.from({ length: count }, () => systemIds.uuid7());
    for (const id of ids) this.#keys.set(`${workspaceId}/${id}`, new Uint8Array(randomBytes(32)));
    return ids;
  }

  async open(workspaceId: string, keyId: string): Promise<Uint8Array | null> {
    if (await this.isDestroyed(workspaceId, keyId)) return null;
    const key = this.#keys.get(`${workspaceId}/${keyId}`);
    this.#require(key !== undefined);
    return key ?? null;
  }

  async destroy(workspaceId: string, keyId: string): Promise<void> {
    this.#require(true);
    this.#keys.set(`${workspaceId}/${keyId}`, null);
  }

  async isDestroyed(workspaceId: string, keyId: string): Promise<boolean> {
    this.#require(true);
    return this.#ended.has(workspaceId) || this.#keys.get(`${workspaceId}/${keyId}`) === null;
  }

  async destroyAll(workspaceId: string): Promise<void> {
    this.#require(true);
    this.#ended.add(workspaceId);
  }

  async *list(workspaceId: string): AsyncIterable<string> {
    for (const [path, key] of this.#keys)
      if (key !== null && path.startsWith(`${workspaceId}/`)) yield path.slice(workspaceId.length + 1);
  }

  async probe(): Promise<void> {
    this.#require(true);
  }

  #require(holds: boolean): void {
    if (this.isAway || !holds) throw new KeyVaultAway('The vault does not have this key.');
  }
}
