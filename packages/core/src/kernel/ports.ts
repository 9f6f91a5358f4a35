import type { Instant, WallTime } from './time.ts';

/** What the clock says now. Everything that decides by time asks here. */
export interface Clock {
  now(): Instant;
}

export interface Random {
  /** `length` bytes from a cryptographic source. */
  bytes(length: number): Uint8Array;
}

export interface IdGenerator {
  /** A UUID version 7 (RFC 9562): ids sort by creation. */
  uuid7(): string;
}

/** An address, and the name of whose it is. */
export interface Mailbox {
  readonly address: string;
  readonly name: string | null;
}

/** One e-mail to one person. The same `messageId` is sent again on a retry, so that receivers can tell a repeat. */
export interface MailMessage {
  /** Local part and domain without angle brackets. */
  readonly messageId: string;
  /** A header as the operator has configured it, or a mailbox under a name that a person has chosen. */
  readonly from: string | Mailbox;
  /** One address. */
  readonly replyTo?: string | null;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly inReplyTo?: string | null;
  /** An iMIP part (RFC 6047): goes into the alternatives and, with the same bytes, as `invite.ics`. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | null;
}

export interface MailSender {
  /**
   * Hands the message to the next hop. Throws `MailRefused` when the receiver refuses for good (SMTP 5xx);
   * any other error means "try again later".
   */
  send(message: MailMessage): Promise<void>;
}

/** The receiver will never take this message; repeating is useless. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export interface SmsSender {
  /** `to` is an E.164 number. `key` is the deduplication key of the message. */
  send(message: { readonly key: string; readonly to: string; readonly text: string }): Promise<void>;
}

/** Stored bytes that can be read from anywhere, also more than once. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** All of them, or those from `start` to before `end`. */
  read(range?: { readonly start: number; readonly end: number }): Promise<AsyncIterable<Uint8Array>>;
}

export type DetectedType =
  | { readonly kind: 'known'; readonly mimeType: string }
  /** Of no known type, or of one that is never taken: a script, a page, a program, a document with macros. */
  | { readonly kind: 'unknown' }
  /** A container that is not to be opened: too large inside, encrypted, or with names that lead elsewhere. */
  | { readonly kind: 'unsafe_archive' };

export interface TypeDetector {
  /** What the bytes are. The name decides only between kinds of plain text, which look alike. */
  detect(content: ByteSource, fileName: string): Promise<DetectedType>;
  /**
   * What the first 64 KiB, or the whole of a shorter file, already show; null where only the rest decides, as with an
   * archive or a text. An answer is the one that `detect` will give for the whole.
   */
  detectBeginning(beginning: Uint8Array): Promise<DetectedType | null>;
}

/** How much of a file `detectBeginning` looks at. */
export const beginningBytes = 64 * 1024;

export interface ContentScanner {
  /** Looks for malware; reads the stream to its end unless it has found some. `skipped`: the scanner is away. */
  scan(content: AsyncIterable<Uint8Array>): Promise<'clean' | 'infected' | 'skipped'>;
  /** Throws when the scanner is away. */
  probe(): Promise<void>;
}

export interface BlobInfo {
  readonly sizeBytes: number;
}

/** A part of an object: from `start` on, before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStore {
  /**
   * Stores the bytes under the key, durable when it resolves; an existing object is replaced as a whole. A stream whose
   * size is announced passes through without being held; if it is longer or shorter, nothing is stored.
   */
  put(
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    announced?: { readonly sizeBytes: number },
  ): Promise<BlobInfo>;
  /**
   * The bytes, in parts of at most 256 KiB, or null if there is no such object. `range` is inclusive of `start`, exclusive
   * of `end`. Once `signal` is aborted the read ends at once, with an error, even while it waits for the next part.
   */
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>;
  head(key: string): Promise<BlobInfo | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Keys below a prefix, in no promised order. */
  list(prefix: string): AsyncIterable<string>;
  /** Null where an object can be stored as a whole only. */
  readonly pieces: BlobPieces | null;
  /** Deletes what writes that never ended have left behind, if it was begun before this time: a process died over them. */
  clear(before: Instant): Promise<void>;
  /** Writes, reads and deletes a small object; throws when the store is away. */
  probe(): Promise<void>;
}

/**
 * Objects that are written piece by piece, each at its place and in any order. Such an object is there from its beginning,
 * so only whoever knows which pieces have arrived can say whether it is whole.
 */
export interface BlobPieces {
  /** Makes an empty object, durable when it resolves; throws if there is one. */
  begin(key: string): Promise<void>;
  /**
   * Writes one piece, durable when it resolves. If it is longer or shorter than announced, or the stream fails, its place
   * holds some of it, and the rest of the object what it held before. False, with nothing read of the stream, if the
   * object has not been begun or is deleted. Two who write to one place at once mix their bytes.
   */
  write(
    key: string,
    start: number,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    announced: { readonly sizeBytes: number },
  ): Promise<boolean>;
  /** A hash of the object, begun and not yet asked for; `end` it. */
  hashing(key: string): GrowingHash;
}

/** The SHA-256 of an object that grows, computed beside everything else from bytes that are there for good. */
export interface GrowingHash {
  /** All bytes before this place are written and never will be again, so they may be hashed ahead of `hex`. Returns at once. */
  reach(end: number): void;
  /** The hash of the first so many bytes, of which the same is true, in lower-case hexadecimal; rejects if they cannot be read. */
  hex(sizeBytes: number): Promise<string>;
  /** Forgets it; what is asked of it later rejects. */
  end(): void;
}

/** Carries wake-ups: "there is work on this queue, perhaps this job". State, retries and schedules are the outbox's. */
export interface Queue {
  /** Resolves when the broker has confirmed every wake-up. */
  publish(queue: string, jobIds: readonly string[]): Promise<void>;
  /** Calls the handler for each wake-up, at most `prefetch` at once; a wake-up is acknowledged when it resolves. */
  consume(queue: string, prefetch: number, handler: (jobId: string) => Promise<void>): Promise<void>;
  /** Throws when no channel is open. */
  probe(): Promise<void>;
  /** Takes no further wake-up, waits for the running handlers, closes. */
  close(): Promise<void>;
}

export interface ThrottleAnswer {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
}

export interface Throttle {
  /** Counts one try against `limit` in the running window of `windowSeconds`; tries over it are refused. */
  consume(bucket: string, key: string, limit: number, windowSeconds: number): Promise<ThrottleAnswer>;
  reset(bucket: string, key: string): Promise<void>;
}

export interface PhoneNumbers {
  /** The number in the form of E.164, or null if no telephone of the country can have it. It begins with a plus sign. */
  parse(text: string): string | null;
}

export interface PasswordHasher {
  /** A PHC string of Argon2id. */
  hash(secret: string): Promise<string>;
  verify(secret: string, phc: string): Promise<boolean>;
  needsRehash(phc: string): boolean;
}

/** Claims of an access token (platform 2.2). It carries no role: each request reads it anew. */
export interface AccessClaims {
  readonly sub: string;
  readonly sid: string;
  readonly wid: string | null;
  readonly jti: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly auth_time: number;
  readonly amr: readonly string[];
}

export interface TokenSigner {
  sign(claims: AccessClaims): Promise<string>;
  /** The claims of a token that we signed, or why not. */
  verify(token: string, now: Instant): Promise<AccessClaims | 'invalid' | 'expired'>;
  /** The published verification keys (RFC 7517). */
  jwks(): Promise<{ readonly keys: readonly object[] }>;
  /**
   * Moves the keys on to where they should be now: a successor is published in time, signs a day later, and the old key
   * verifies until its last token has ended (platform 3.3). `asked` publishes a successor today. `immediately` is for a
   * key that was stolen: a new one signs at once, and every access token given out until now is refused.
   */
  rotate(now: Instant, how?: { readonly asked?: boolean; readonly immediately?: boolean }): Promise<void>;
}

/** What access tokens can be signed with. */
export type SigningAlgorithm = 'EdDSA' | 'ES256';

/** A key that signs access tokens, as it is kept; its private half sealed by the key ring. */
export interface StoredSigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly status: 'next' | 'active' | 'retired';
  readonly privateSealed: Uint8Array;
  readonly publishedAt: Instant;
  readonly activatedAt: Instant | null;
  readonly retiredAt: Instant | null;
  readonly removeAfter: Instant | null;
}

/** The signing keys that all processes of the installation share. */
export interface SigningKeyStore {
  /** The newest first. */
  list(): Promise<readonly StoredSigningKey[]>;
  /** What `decide` makes of the keys is what there is from now on; under a lock, so that changes follow each other. */
  change(
    decide: (keys: readonly StoredSigningKey[]) => Promise<readonly StoredSigningKey[]>,
  ): Promise<readonly StoredSigningKey[]>;
}

/** Secrets at rest: AES-256-GCM under the master keys, which seal and nothing else. `aad` binds a secret to its place. */
export interface KeyRing {
  seal(bytes: Uint8Array, aad: string): Uint8Array;
  /** Throws when key or `aad` is another. */
  open(sealed: Uint8Array, aad: string): Uint8Array;
  /** 32 bytes that belong to the label, from the root secret of the installation (HKDF-SHA-256, PLT-27). */
  derive(label: string): Uint8Array;
}

/** Whose key seals what speaks of a person or a case: with the key ends what it sealed (records 7.3). */
export interface SealingKey {
  readonly kind: 'subject' | 'case';
  readonly id: string;
}

/** Tokens that travel in links: 43 characters of base64url, kept as SHA-256 only (conventions, "Identifiers"). */
export interface LinkTokens {
  random(): string;
  /**
   * The same token for the same (kind, id, generation) and key, so that a later mail can carry it again. Without a key
   * number a new token is made, by the key of today; its number is kept beside the digest. Throws for a number that is
   * not configured.
   */
  derive(
    kind: string,
    id: string,
    generation: number,
    keyNumber?: number,
  ): { readonly token: string; readonly keyNumber: number };
  hash(token: string): string;
}

/** Local time by the product's own tz data (PLT-16), never the runtime's. */
export interface TimeZoneRules {
  /** The loaded release, such as `2026f`. */
  version(): string;
  has(zone: string): boolean;
  /** The instant of a wall time: in a gap with the offset before it, in an overlap the first (meetings 5.3). */
  resolve(
    wall: WallTime,
    zone: string,
  ): { readonly instant: Instant; readonly adjustment: 'gap' | 'overlap' | null };
  wall(instant: Instant, zone: string): WallTime;
  /** Minutes east of UTC. */
  offsetAt(instant: Instant, zone: string): number;
  /** Changes of offset in (from, to], oldest first. */
  transitions(
    zone: string,
    from: Instant,
    to: Instant,
  ): readonly { readonly at: Instant; readonly offsetBefore: number; readonly offsetAfter: number }[];
}

export type DependencyStatus = 'ok' | 'degraded' | 'unavailable' | 'not_configured';

export interface HealthProbe {
  readonly name: string;
  readonly required: boolean;
  /** Resolves with the state; throwing means `unavailable`. `detail` is a short code, never an error text. */
  check(signal: AbortSignal): Promise<{ readonly status: DependencyStatus; readonly detail?: string | null }>;
}

/** Where a process says what it does. Secrets are redacted before a line is written. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
