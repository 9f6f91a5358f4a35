import {
  base64urlOf,
  bytesOfBase64url,
  equalInConstantTime,
  hexOf,
  hmacSha256,
  sha256,
} from '../kernel/crypto.ts';

/** `chr_` + base64url(session id 16 B ‖ generation u32 ‖ secret 32 B ‖ tag 16 B), platform 2.2. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly generation: number;
  readonly secret: Uint8Array;
}

const prefix = 'chr_';
const uuidBytes = (uuid: string): Uint8Array => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Uint8Array): string {
  const hex = hexOf(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const bodyOf = ({ sessionId, generation, secret }: RefreshToken): Uint8Array =>
  Buffer.concat([uuidBytes(sessionId), u32(generation), secret]);
const tagOf = (tagKey: Uint8Array, body: Uint8Array): Uint8Array => hmacSha256(tagKey, body).subarray(0, 16);

export function encodeRefreshToken(token: RefreshToken, tagKey: Uint8Array): string {
  const body = bodyOf(token);
  return prefix + base64urlOf(Buffer.concat([body, tagOf(tagKey, body)]));
}

/** The token, or null if its form or tag is wrong: such a token is refused without a query (SES-4). */
export function decodeRefreshToken(text: string, tagKey: Uint8Array): RefreshToken | null {
  if (!/^chr_[A-Za-z0-9_-]{91}$/.test(text)) return null;
  const bytes = bytesOfBase64url(text.slice(prefix.length));
  const body = bytes.subarray(0, 52);
  if (bytes.length !== 68 || !equalInConstantTime(bytes.subarray(52), tagOf(tagKey, body))) return null;
  return {
    sessionId: uuidOf(body.subarray(0, 16)),
    generation: Buffer.from(body).readUInt32BE(16),
    secret: body.subarray(20),
  };
}

/** The one successor of a token under a salt: a lost answer or a second tab gets the same child (SES-5). */
export function childOf(token: RefreshToken, refreshKey: Uint8Array, rotationSalt: Uint8Array): RefreshToken {
  const generation = token.generation + 1;
  const secret = hmacSha256(
    refreshKey,
    uuidBytes(token.sessionId),
    u32(generation),
    token.secret,
    rotationSalt,
  );
  return { sessionId: token.sessionId, generation, secret };
}

export const secretHashOf = ({ secret }: RefreshToken): string => hexOf(sha256(secret));
