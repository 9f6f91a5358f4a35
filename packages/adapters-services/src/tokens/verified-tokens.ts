import { hash } from 'node:crypto';
import type { AccessClaims } from '@chancery/core';

/** Claims of tokens whose signature was checked, by the hash of the token; the least recently used are dropped first. */
export class VerifiedTokens {
  readonly #most: number;
  readonly #claims = new Map<string, AccessClaims>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#claims.size;
  }

  get(token: string): AccessClaims | undefined {
    const key = hash('sha256', token, 'base64');
    const claims = this.#claims.get(key);
    if (claims) {
      this.#claims.delete(key);
      this.#claims.set(key, claims);
    }
    return claims;
  }

  add(token: string, claims: AccessClaims): void {
    this.#claims.set(hash('sha256', token, 'base64'), claims);
    if (this.#claims.size > this.#most) {
      const [oldest] = this.#claims.keys();
      if (oldest !== undefined) this.#claims.delete(oldest);
    }
  }

  delete(token: string): void {
    this.#claims.delete(hash('sha256', token, 'base64'));
  }

  clear(): void {
    this.#claims.clear();
  }
}
