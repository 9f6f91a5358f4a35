import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type {
  AccessClaims,
  BlobPieces,
  BlobStore,
  ByteSource,
  Clock,
  ConferenceKind,
  ConferenceProvider,
  ConferenceProviders,
  ContentScanner,
  DetectedType,
  EgressClient,
  EgressOutcome,
  KeyRing,
  LinkTokens,
  MailMessage,
  MailSender,
  PdfInspection,
  PdfInspector,
  Queue,
  RateLimit,
  RequestRates,
  records,
  SmsSender,
  Throttle,
  TokenSigner,
  TypeDetector,
  WebhookSigner,
} from '@chancery/core';
import { hkdfSha256 } from '@chancery/core/internal';

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

/** Tokens of the test world: readable claims under a MAC, with the same answers as the real signer. */
export class PlainTokenSigner implements TokenSigner {
  #key = randomBytes(32);
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
  async rotate(_: string, { immediately = false }: { immediately?: boolean } = {}): Promise<void> {
    if (immediately) this.#key = randomBytes(32);
  }
  #mac(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}

/** Counts hashings. It is fast, because the real cost has its own tests. */
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

/** Seals by exclusive-or and a MAC, which suffices to see that a value was sealed and bound to its place. */
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
  readonly #keys = new Map([[1, randomBytes(32)]]);
  #first = 1;
  random(): string {
    return randomBytes(32).toString('base64url');
  }
  /** From now on new tokens come from another key; tokens of earlier keys can still be derived. */
  rotate(): void {
    this.#first += 1;
    this.#keys.set(this.#first, randomBytes(32));
  }
  derive(
    kind: string,
    id: string,
    generation: number,
    keyNumber = this.#first,
  ): { token: string; keyNumber: number } {
    const key = this.#keys.get(keyNumber);
    if (key === undefined) throw new Error(`Link key ${keyNumber} is not configured.`);
    return {
      token: createHmac('sha256', key).update(`${kind}\0${id}\0${generation}`).digest('base64url'),
      keyNumber,
    };
  }
  hash(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }
}

/** Tokens that say what they are for, and events that are their own facts; signed by the word `media`. */
export class PlainConference implements ConferenceProviders {
  readonly usual = 'embedded';
  /** A provider that is configured in addition to the embedded one. */
  readonly others = new Set<ConferenceKind>(['livekit']);
  of(kind: ConferenceKind): ConferenceProvider | null {
    if (kind !== 'embedded' && !this.others.has(kind)) return null;
    return {
      kind,
      serverUrl: kind === 'embedded' ? null : `wss://${kind}.example`,
      capabilities: { canRemove: false, canEndRoom: false },
      joinToken: async (seat, now, expiresAt) => JSON.stringify({ ...seat, now, expiresAt }),
      readEvents: async (authorization, body) =>
        authorization === 'media' ? JSON.parse(Buffer.from(body).toString('utf8')) : null,
    };
  }
}

/** Lets everything pass except the buckets that a test closes. */
export class OpenThrottle implements Throttle {
  readonly closed = new Set<string>();
  async consume(bucket: string, _key: string, limit: number) {
    const allowed = !this.closed.has(bucket);
    return { allowed, remaining: allowed ? limit - 1 : 0, retryAfterSeconds: 7 };
  }
  async reset(): Promise<void> {}
}

/** The same for the requests of people and applications. */
export class OpenRates implements RequestRates {
  readonly closed = new Set<string>();
  async count(limits: readonly RateLimit[]) {
    const refusing = limits.find(({ bucket }) => this.closed.has(bucket));
    if (refusing !== undefined) return { allowed: false, remaining: 0, endsInSeconds: this.waitOf(refusing) };
    return { allowed: true, remaining: (limits[0]?.limit ?? 1) - 1, endsInSeconds: 60 };
  }
  protected waitOf(_refusing: RateLimit): number {
    return 7;
  }
}

/** Discards wake-ups: tests drain the worker when they want its effects. */
export const silentQueue: Queue = {
  publish: async () => undefined,
  consume: async () => undefined,
  probe: async () => undefined,
  close: async () => undefined,
};

/** Decides by the first bytes: a PDF, a ZIP, or else text. The real detector has its own tests. */
export class PlainTypes implements TypeDetector {
  /** What every file is taken for, if a test says so. */
  taken: string | null = null;
  async detect(content: ByteSource, fileName: string): Promise<DetectedType> {
    if (this.taken !== null) return { kind: 'known', mimeType: this.taken };
    const parts: Uint8Array[] = [];
    for await (const part of await content.read({ start: 0, end: Math.min(4, content.sizeBytes) }))
      parts.push(part);
    const start = Buffer.concat(parts).toString('latin1');
    if (start === '%PDF') return { kind: 'known', mimeType: 'application/pdf' };
    if (start.startsWith('PK')) return { kind: 'known', mimeType: 'application/zip' };
    if (start === '\x7fELF') return { kind: 'unknown' };
    return { kind: 'known', mimeType: fileName.endsWith('.csv') ? 'text/csv' : 'text/plain' };
  }
  async detectBeginning(beginning: Uint8Array): Promise<DetectedType | null> {
    if (this.taken !== null) return { kind: 'known', mimeType: this.taken };
    const start = Buffer.from(beginning.subarray(0, 4)).toString('latin1');
    if (start === '%PDF') return { kind: 'known', mimeType: 'application/pdf' };
    return start === '\x7fELF' ? { kind: 'unknown' } : null;
  }
}

/** Finds what a test says, and notes what it was asked to look into. */
export class PlainPdfInspector implements PdfInspector {
  answer: PdfInspection = {
    pages: [{ width: 595, height: 842, rotation: 0, cropBox: [0, 0, 595, 842] }],
    flags: [],
  };
  inspected = 0;
  /** Throw here, or wait, to be a process that is busy. */
  before: (signal?: AbortSignal) => Promise<void> = async () => undefined;
  async inspect(content: ByteSource, signal?: AbortSignal): Promise<PdfInspection> {
    await this.before(signal);
    for await (const _ of await content.read()) {
      // The content is read to the end, as by a real inspector.
    }
    this.inspected += 1;
    return this.answer;
  }
}

/** Answers as a test says. */
export class PlainScanner implements ContentScanner {
  answer: 'clean' | 'infected' | 'skipped' = 'clean';
  async scan(content: AsyncIterable<Uint8Array>) {
    for await (const _ of content) {
      // The content is read to the end, as by a real scanner.
    }
    return this.answer;
  }
  async probe(): Promise<void> {}
}

export class MemoryBlobs implements BlobStore {
  protected readonly objects = new Map<string, Uint8Array>();
  readonly pieces: BlobPieces | null = null;
  async put(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    told?: { readonly sizeBytes: number },
  ) {
    const parts: Uint8Array[] = [];
    if (bytes instanceof Uint8Array) parts.push(bytes);
    else for await (const part of bytes) parts.push(part);
    const object = Buffer.concat(parts);
    if (told !== undefined && object.length !== told.sizeBytes) throw new Error('not the size that was told');
    this.objects.set(key, object);
    return { sizeBytes: object.length };
  }
  async get(key: string, range?: { start: number; end: number }) {
    const object = this.objects.get(key);
    if (object === undefined) return null;
    const part = range === undefined ? object : object.subarray(range.start, range.end);
    return (async function* () {
      yield part;
    })();
  }
  async head(key: string) {
    const object = this.objects.get(key);
    return object === undefined ? null : { sizeBytes: object.length };
  }
  async delete(key: string) {
    this.objects.delete(key);
  }
  async clear(): Promise<void> {}
  async *list(prefix: string) {
    for (const key of this.objects.keys()) if (key.startsWith(prefix)) yield key;
  }
  async probe(): Promise<void> {}
}

/** Objects of this store can be written piece by piece. */
export class MemoryBlobsInPieces extends MemoryBlobs {
  override readonly pieces: BlobPieces = {
    begin: async (key) => {
      if (this.objects.has(key)) throw new Error('it is there already');
      this.objects.set(key, Buffer.alloc(0));
    },
    write: async (key, start, bytes, { sizeBytes }) => {
      if (!this.objects.has(key)) return false;
      let at = start;
      for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) {
        const before = this.objects.get(key);
        const after = Buffer.alloc(Math.max(before?.length ?? 0, at + part.length));
        after.set(before ?? []);
        after.set(part, at);
        // What is written to a deleted file is nowhere.
        if (before !== undefined) this.objects.set(key, after);
        at += part.length;
      }
      if (at !== start + sizeBytes) throw new Error('not the size that was told');
      return true;
    },
    hashing: (key) => ({
      reach: () => undefined,
      hex: async (sizeBytes) => {
        const object = this.objects.get(key);
        if (object === undefined || object.length < sizeBytes) throw new Error('it is not there');
        return createHash('sha256').update(object.subarray(0, sizeBytes)).digest('hex');
      },
      end: () => undefined,
    }),
  };
}

export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const blockedUrl = /^(?!https:)|@|^https:\/\/(\[|localhost|127\.|10\.|192\.168\.)/;

/** Answers as a test says, or else 204, and records what was sent. */
export class RecordedEgress implements EgressClient {
  readonly sent: EgressRequest[] = [];
  answer: (request: EgressRequest) => EgressOutcome | Promise<EgressOutcome> = () => anAnswer(204);
  async allows(url: string): Promise<boolean> {
    return !blockedUrl.test(url);
  }
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    { maxResponseBytes }: { readonly maxResponseBytes: number },
  ): Promise<EgressOutcome> {
    if (blockedUrl.test(url)) return { kind: 'blocked_address', milliseconds: 0 };
    const request = { url, headers, body: Buffer.from(body).toString('utf8') };
    this.sent.push(request);
    const outcome = await this.answer(request);
    return outcome.kind === 'answer'
      ? { ...outcome, body: outcome.body.subarray(0, maxResponseBytes) }
      : outcome;
  }
}

/** An answer of a receiver. */
export const anAnswer = (
  status: number,
  { body = '', headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): EgressOutcome => ({ kind: 'answer', status, headers, body: Buffer.from(body), milliseconds: 7 });

/** Standard Webhooks, `v1` (HMAC-SHA-256), as receivers compute it. */
export const plainWebhookSigner: WebhookSigner = {
  sign(id, at, body, secrets) {
    const seconds = Math.floor(Date.parse(at) / 1000);
    const signatures = secrets.map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    });
    return {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures.join(' '),
    };
  },
};

/** Keeps checkpoints in memory, unless a test has the place be away. */
export class RecordedCheckpoints implements records.CheckpointSink {
  readonly kept: { ledgerId: string; size: number; note: string }[] = [];
  isAway = false;
  async publish(ledgerId: string, size: number, note: string): Promise<void> {
    if (this.isAway) throw new Error('the place is away');
    if (this.kept.some((one) => one.ledgerId === ledgerId && one.size === size)) return;
    this.kept.push({ ledgerId, size, note });
  }
}

/** Real Ed25519 keys, sealed by the key ring of the test. */
export class PlainCheckpointSigner implements records.CheckpointSigner {
  readonly #keyRing: Pick<KeyRing, 'seal' | 'open'>;
  constructor(keyRing: Pick<KeyRing, 'seal' | 'open'>) {
    this.#keyRing = keyRing;
  }
  async create(name: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    return {
      publicKey: Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
      sealed: this.#keyRing.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), name),
    };
  }
  async sign(sealed: Uint8Array, name: string, bytes: Uint8Array) {
    const key = Buffer.from(this.#keyRing.open(sealed, name));
    return Uint8Array.from(sign(null, bytes, createPrivateKey({ key, format: 'der', type: 'pkcs8' })));
  }
}
