import { randomBytes } from 'node:crypto';
import {
  type EgressClient,
  type EgressPolicy,
  type TimestampAuthority,
  type TimestampToken,
  TimestampUnavailable,
} from '@chancery/core';
import { answeredToken, timestampRequest, UnfitAnswer } from './timestamp-exchange.ts';

const tries = 3;
const policy: EgressPolicy = {
  resolveMilliseconds: 3000,
  connectMilliseconds: 5000,
  totalMilliseconds: 10_000,
  // A token brings the certificates of its authority along.
  maxResponseBytes: 128 * 1024,
};
const headers = {
  'content-type': 'application/timestamp-query',
  accept: 'application/timestamp-reply',
};

/** No time-stamp authority is configured. */
export const noTimestampAuthority: TimestampAuthority = {
  policy: 'none',
  timestamp: () => Promise.reject(new TimestampUnavailable('No time-stamp authority is configured.')),
};

/** Asks the authorities in their order, each up to three times of ten seconds (SEA-9). */
export class Rfc3161TimestampAuthority implements TimestampAuthority {
  readonly policy: 'best_effort' | 'require';
  readonly #urls: readonly string[];
  readonly #egress: EgressClient;

  constructor(urls: readonly string[], wanted: 'best_effort' | 'require', egress: EgressClient) {
    this.#urls = urls;
    this.policy = wanted;
    this.#egress = egress;
  }

  async timestamp(digest: Uint8Array): Promise<TimestampToken> {
    const faults: string[] = [];
    for (const url of this.#urls) {
      for (let number = 1; number <= tries; number += 1) {
        const outcome = await this.#asked(url, digest);
        if (typeof outcome !== 'string') return outcome;
        faults.push(`${hostOf(url)}: ${outcome}`);
      }
    }
    throw new TimestampUnavailable([...new Set(faults)].join(' '));
  }

  /** A token, or what was wrong. */
  async #asked(url: string, digest: Uint8Array): Promise<TimestampToken | string> {
    // The first byte keeps the number positive, and its encoding the shortest.
    const nonce = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
    const outcome = await this.#egress.post(url, headers, timestampRequest(digest, nonce), policy);
    if (outcome.kind !== 'answer') return `No answer (${outcome.kind}).`;
    if (outcome.status !== 200) return `The authority answered with status ${outcome.status}.`;
    try {
      return { ...answeredToken(outcome.body, { digest, nonce }), authority: hostOf(url) };
    } catch (error) {
      if (error instanceof UnfitAnswer) return error.message;
      throw error;
    }
  }
}

/** An address may hold a credential, so only its host is shown. */
const hostOf = (url: string): string => new URL(url).host;
