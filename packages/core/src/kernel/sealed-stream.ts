import { aesGcmOpenedParts, aesGcmSealedParts, cut, hkdfSha256, utf8 } from './crypto.ts';
import type { OpenedKey } from './key-vault.ts';
import type { ByteRange, ByteSource } from './ports.ts';

// Sealed bytes of files (governance 7.1): a header, then segments that are opened one by one.

/** What was sealed under another key, for another place, or is damaged. */
export class SealedUnreadable extends Error {
  override readonly name = 'SealedUnreadable';
}

/** What the work gives, or the one error of everything that does not open. */
export function opened<Opened>(work: () => Opened): Opened {
  try {
    return work();
  } catch {
    throw new SealedUnreadable('It is sealed under another key or for another place, or it is damaged.');
  }
}

export interface SealedForm {
  readonly segmentBytes: number;
}

const magic = utf8('CHSB');
const formatVersion = 1;
const saltBytes = 16;
const tagBytes = 16;

const u32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const headerBytes = (keyId: string): number => magic.length + 2 + utf8(keyId).length + 4 + saltBytes;

function headerOf(keyId: string, salt: Uint8Array, { segmentBytes }: SealedForm): Uint8Array {
  const id = utf8(keyId);
  return Buffer.concat([magic, Uint8Array.of(formatVersion, id.length), id, u32(segmentBytes), salt]);
}

/** A key of its own for each file: random nonces under one key would repeat after some thousand files. */
const fileKeyOf = (key: Uint8Array, salt: Uint8Array): Uint8Array =>
  hkdfSha256(key, 'chancery.sealed.v1', 32, salt);

const nonceOf = (index: number, isLast: boolean): Uint8Array =>
  Buffer.concat([new Uint8Array(7), u32(index), Uint8Array.of(isLast ? 1 : 0)]);

const segmentsOf = (plainBytes: number, { segmentBytes }: SealedForm): number =>
  Math.max(1, Math.ceil(plainBytes / segmentBytes));

export const sealedStreamBytes = (key: OpenedKey, plainBytes: number, form: SealedForm): number =>
  headerBytes(key.id) + plainBytes + segmentsOf(plainBytes, form) * tagBytes;

export async function* sealedStream(
  key: OpenedKey,
  content: AsyncIterable<Uint8Array>,
  aad: string,
  salt: Uint8Array,
  form: SealedForm,
): AsyncGenerator<Uint8Array> {
  const header = headerOf(key.id, salt, form);
  const fileKey = fileKeyOf(key.bytes, salt);
  const place = Buffer.concat([header, utf8(aad)]);
  let index = 0;
  yield header;
  for await (const { parts, isLast } of segmentsIn(content, form.segmentBytes)) {
    yield* aesGcmSealedParts(fileKey, nonceOf(index, isLast), parts, place).filter(
      ({ length }) => length > 0,
    );
    index += 1;
  }
}

/** Full segments, and what is left as the last one, which is empty only if it is the only one. */
async function* segmentsIn(content: AsyncIterable<Uint8Array>, segmentBytes: number) {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    let rest = part;
    while (rest.length > 0) {
      // Only what follows shows that a full segment is not the last.
      if (size === segmentBytes) {
        yield { parts, isLast: false };
        [parts, size] = [[], 0];
      }
      const taken = rest.subarray(0, segmentBytes - size);
      parts.push(taken);
      size += taken.length;
      rest = rest.subarray(taken.length);
    }
  }
  yield { parts, isLast: true };
}

export async function openedStream(
  key: OpenedKey,
  sealed: ByteSource,
  aad: string,
  form: SealedForm,
  range?: ByteRange,
): Promise<{ readonly sizeBytes: number; readonly content: AsyncIterable<Uint8Array> }> {
  const headSize = headerBytes(key.id);
  const { segments, sizeBytes } = shapeOf(sealed.sizeBytes - headSize, form);
  const header = Buffer.concat(await whole(sealed, 0, headSize));
  requireHeader(header, key, form);
  const wanted = { start: range?.start ?? 0, end: Math.min(range?.end ?? sizeBytes, sizeBytes) };
  const layout = { header, headSize, segments, wanted, form };
  return { sizeBytes, content: openedSegments(key, sealed, aad, layout) };
}

interface Layout {
  readonly header: Uint8Array;
  readonly headSize: number;
  readonly segments: number;
  readonly wanted: ByteRange;
  readonly form: SealedForm;
}

async function* openedSegments(
  key: OpenedKey,
  sealed: ByteSource,
  aad: string,
  { header, headSize, segments, wanted, form: { segmentBytes } }: Layout,
): AsyncGenerator<Uint8Array> {
  const fileKey = fileKeyOf(key.bytes, header.subarray(-saltBytes));
  const place = Buffer.concat([header, utf8(aad)]);
  const first = Math.floor(wanted.start / segmentBytes);
  const last = Math.min(segments - 1, Math.max(first, Math.ceil(wanted.end / segmentBytes) - 1));
  const sealedSegment = segmentBytes + tagBytes;
  for (let index = first; index <= last; index += 1) {
    const start = headSize + index * sealedSegment;
    const parts = await whole(sealed, start, Math.min(start + sealedSegment, sealed.sizeBytes));
    const nonce = nonceOf(index, index === segments - 1);
    const plain = opened(() => aesGcmOpenedParts(fileKey, nonce, parts, place));
    const at = index * segmentBytes;
    yield* cut(plain, wanted.start - at, wanted.end - at);
  }
}

/** How many segments so many bytes behind the header are; every one but the last is full. */
function shapeOf(sealedBytes: number, { segmentBytes }: SealedForm): { segments: number; sizeBytes: number } {
  const segments = Math.ceil(sealedBytes / (segmentBytes + tagBytes));
  const lastBytes = sealedBytes - (segments - 1) * (segmentBytes + tagBytes) - tagBytes;
  if (segments < 1 || lastBytes < 0 || (lastBytes === 0 && segments > 1))
    throw new SealedUnreadable('It has no length that a sealed file can have.');
  return { segments, sizeBytes: (segments - 1) * segmentBytes + lastBytes };
}

/** Everything of the header but the salt is known beforehand. */
function requireHeader(header: Uint8Array, key: OpenedKey, form: SealedForm): void {
  const known = headerOf(key.id, header.subarray(-saltBytes), form);
  if (!Buffer.from(header).equals(known)) throw new SealedUnreadable('It has not the form of a sealed file.');
}

async function whole(sealed: ByteSource, start: number, end: number): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of await sealed.read({ start, end })) {
    size += part.length;
    if (size > end - start) break;
    parts.push(part);
  }
  if (size !== end - start) throw new SealedUnreadable('It ends before its end, or behind it.');
  return parts;
}
