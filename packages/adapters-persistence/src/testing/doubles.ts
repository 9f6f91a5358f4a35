import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  type AccessClaims,
  type BlobStore,
  type Clock,
  hkdfSha256,
  type KeyRing,
  type LinkTokens,
  type MailMessage,
  type MailSender,
  type Queue,
  type SmsSender,
  type Throttle,
  type TokenSigner,
} from '@chancery/core';

/** A clock that stands still until a test moves it. */
export class FixedClock implements Clock {
  #now: number;
  constructor(now: string) {
    this.#now = Date.parse(now);
  }
  now(): string {
    return new Date(this.#now).toISOString();
  }
  advance({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: {
    days?: number;
    hours?: number;
    minutes?: number;
    seconds?: number;
  }): void {
    this.#now += ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
  }
}

/** Tokens of the test world: readable claims under a MAC, same answers as the real signer. */
export class PlainTokenSigner implements TokenSigner {
  readonly #key = randomBytes(32);
  async sign(claims: AccessClaims): Promise<string> {
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `e30.${body}.${this.#mac(body)}`;
  }
  async verify(token: string, now: string): Promise<AccessClaims | 'invalid' | 'expired'> {
    const [, body = '', mac] = token.split('.');
    if (mac !== this.#mac(body)) return 'invalid';
    const claims: AccessClaims = JSON.parse(Buffer.from(body, 'base64url').toString());
    return claims.exp + 30 < Date.parse(now) / 1000 ? 'expired' : claims;
  }
  async jwks(): Promise<{ keys: readonly object[] }> {
    return { keys: [] };
  }
  #mac(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}

/** Counts hashings; fast, because the real cost has its own tests. */
export class CountingHasher {
  hashings = 0;
  async hash(secret: string): Promise<string> {
    this.hashings += 1;
    return `plain$${createHash('sha256').update(secret).digest('hex')}`;
  }
  async verify(secret: string, phc: string): Promise<boolean> {
    this.hashings += 1;
    return phc === `plain$${createHash('sha256').update(secret).digest('hex')}`;
  }
  needsRehash(): boolean {
    return false;
  }
}

export class RecordedMail implements MailSender {
  readonly sent: MailMessage[] = [];
  failure: Error | null = null;
  async send(message: MailMessage): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.sent.push(message);
  }
}

export class RecordedSms implements SmsSender {
  readonly sent: { key: string; to: string; text: string }[] = [];
  async send(message: { key: string; to: string; text: string }): Promise<void> {
    this.sent.push(message);
  }
}

/** Seals by exclusive-or and a MAC: enough to see that something was sealed and bound to its place. */
export class PlainKeyRing implements KeyRing {
  readonly #key = randomBytes(32);
  seal(bytes: Uint8Array, aad: string): Uint8Array {
    const masked = Buffer.from(bytes).map((byte, index) => byte ^ (this.#key[index % 32] ?? 0));
    return Buffer.concat([this.#mac(masked, aad), masked]);
  }
  open(sealed: Uint8Array, aad: string): Uint8Array {
    const masked = sealed.subarray(32);
    if (!this.#mac(masked, aad).equals(sealed.subarray(0, 32)))
      throw new Error('sealed under another key or place');
    return Buffer.from(masked).map((byte, index) => byte ^ (this.#key[index % 32] ?? 0));
  }
  derive(label: string): Uint8Array {
    return hkdfSha256(this.#key, label);
  }
  #mac(bytes: Uint8Array, aad: string): Buffer {
    return createHmac('sha256', this.#key).update(aad).update(bytes).digest();
  }
}

export class PlainLinkTokens implements LinkTokens {
  readonly #key = randomBytes(32);
  random(): string {
    return randomBytes(32).toString('base64url');
  }
  derive(kind: string, id: string, generation: number): { token: string; keyNumber: number } {
    return {
      token: createHmac('sha256', this.#key).update(`${kind}\0${id}\0${generation}`).digest('base64url'),
      keyNumber: 1,
    };
  }
  hash(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }
}

/** Lets everything pass but what a test closes. */
export class OpenThrottle implements Throttle {
  readonly closed = new Set<string>();
  async consume(bucket: string, _key: string, limit: number) {
    const allowed = !this.closed.has(bucket);
    return { allowed, remaining: allowed ? limit - 1 : 0, retryAfterSeconds: 7 };
  }
  async reset(): Promise<void> {}
}

/** Wake-ups go nowhere: tests drain the worker when they want its effects. */
export const silentQueue: Queue = {
  publish: async () => undefined,
  consume: async () => undefined,
  probe: async () => undefined,
  close: async () => undefined,
};

export class MemoryBlobs implements BlobStore {
  readonly #objects = new Map<string, Uint8Array>();
  async put(key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array) {
    const parts: Uint8Array[] = [];
    if (bytes instanceof Uint8Array) parts.push(bytes);
    else for await (const part of bytes) parts.push(part);
    const object = Buffer.concat(parts);
    this.#objects.set(key, object);
    return { sizeBytes: object.length };
  }
  async get(key: string, range?: { start: number; end: number }) {
    const object = this.#objects.get(key);
    if (object === undefined) return null;
    const part = range === undefined ? object : object.subarray(range.start, range.end);
    return (async function* () {
      yield part;
    })();
  }
  async head(key: string) {
    const object = this.#objects.get(key);
    return object === undefined ? null : { sizeBytes: object.length };
  }
  async delete(key: string) {
    this.#objects.delete(key);
  }
  async *list(prefix: string) {
    for (const key of this.#objects.keys()) if (key.startsWith(prefix)) yield key;
  }
  async probe(): Promise<void> {}
}
