import type { Clock } from '@chancery/core';
import { secondsBetween } from '@chancery/core/internal';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { answerSeconds, ask } from './provider-answer.ts';

const freshSeconds = 3600;
const longestSeconds = 86_400;
const leastBetweenRefetches = 30;

interface Known {
  readonly find: JWTVerifyGetKey;
  readonly at: string;
}

/**
 * The keys that a provider signs with. They are fetched again after an hour, and if a token names an unknown key, but then
 * at most every 30 s (OID-7). While the provider is unavailable, the known ones are used for a day.
 */
export class ProviderKeys {
  readonly #address: () => Promise<string>;
  readonly #clock: Clock;
  #known: Known | null = null;
  #loading: Promise<Known> | null = null;
  #refetchedAt: string | null = null;

  constructor(address: () => Promise<string>, clock: Clock) {
    this.#address = address;
    this.#clock = clock;
  }

  /** Finds the key for `jwtVerify`. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = await this.current();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayRefetch()) throw error;
    }
    this.#refetchedAt = this.#clock.now();
    return (await this.#load()).find(header, token);
  };

  /** Returns keys that are younger than a day, or throws `dependency.unavailable`. */
  async current(): Promise<Known> {
    const known = this.#known;
    if (known === null) return this.#load();
    const age = secondsBetween(known.at, this.#clock.now());
    if (age < freshSeconds) return known;
    return age < longestSeconds ? this.#load().catch(() => known) : this.#load();
  }

  #mayRefetch(): boolean {
    return (
      this.#refetchedAt === null ||
      secondsBetween(this.#refetchedAt, this.#clock.now()) >= leastBetweenRefetches
    );
  }

  #load(): Promise<Known> {
    this.#loading ??= ask(() => this.#fetched()).finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #fetched(): Promise<Known> {
    const response = await fetch(await this.#address(), {
      redirect: 'error',
      signal: AbortSignal.timeout(answerSeconds * 1000),
    });
    if (!response.ok) throw new TypeError(`The key set answers ${response.status}`);
    const set = (await response.json()) as JSONWebKeySet;
    this.#known = { find: createLocalJWKSet(set), at: this.#clock.now() };
    return this.#known;
  }
}
