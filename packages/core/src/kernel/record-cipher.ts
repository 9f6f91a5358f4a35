import { aesGcmOpened, aesGcmSealed, utf8 } from './crypto.ts';
import type { OpenedKey } from './key-vault.ts';
import type { ByteRange, ByteSource, Random } from './ports.ts';
import {
  opened,
  openedStream,
  type SealedForm,
  SealedUnreadable,
  sealedStream,
  sealedStreamBytes,
} from './sealed-stream.ts';

/** Seals what speaks of a person or a case under its own key; `aad` binds it to its place (governance 7). */
export interface RecordCipher {
  seal(key: OpenedKey, bytes: Uint8Array, aad: string): Uint8Array;
  /** Throws `SealedUnreadable` when key, place or any byte is another. */
  open(key: OpenedKey, sealed: Uint8Array, aad: string): Uint8Array;
  /** The bytes of a file, sealed as they pass (governance 7.1). */
  sealStream(key: OpenedKey, content: AsyncIterable<Uint8Array>, aad: string): AsyncIterable<Uint8Array>;
  /** How many bytes `sealStream` makes of so many. */
  sealedBytes(key: OpenedKey, plainBytes: number): number;
  /**
   * The bytes of a sealed file, or a range of them, of which only the segments that it touches are read. What is damaged
   * ends the stream with `SealedUnreadable`; what came before is whole.
   */
  openStream(
    key: OpenedKey,
    sealed: ByteSource,
    aad: string,
    range?: ByteRange,
  ): Promise<{ readonly sizeBytes: number; readonly content: AsyncIterable<Uint8Array> }>;
}

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Under which key something is sealed; null if it is nothing that this cipher made. */
export function keyIdOf(sealed: Uint8Array): string | null {
  const [version, idBytes = 0] = sealed;
  if (version !== formatVersion || sealed.length < 2 + idBytes + nonceBytes + tagBytes) return null;
  return Buffer.from(sealed.subarray(2, 2 + idBytes)).toString('utf8');
}

/**
 * AES-256-GCM. Sealed: version 1, length of the key's id, the id, nonce 12, ciphertext, tag 16; all before the ciphertext is
 * authenticated along with `aad`. `segmentBytes` is another one in tests alone.
 */
export function aesRecordCipher(random: Random, segmentBytes = 1_048_576): RecordCipher {
  const form: SealedForm = { segmentBytes };
  return {
    seal(key, bytes, aad) {
      const id = utf8(key.id);
      const nonce = random.bytes(nonceBytes);
      const head = Buffer.concat([Uint8Array.of(formatVersion, id.length), id, nonce]);
      const place = Buffer.concat([head, utf8(aad)]);
      return Buffer.concat([head, aesGcmSealed(key.bytes, nonce, bytes, place)]);
    },
    open(key, sealed, aad) {
      if (keyIdOf(sealed) !== key.id) throw new SealedUnreadable('It is sealed under another key.');
      const headBytes = 2 + utf8(key.id).length + nonceBytes;
      const head = sealed.subarray(0, headBytes);
      return opened(() =>
        aesGcmOpened(
          key.bytes,
          head.subarray(-nonceBytes),
          sealed.subarray(headBytes),
          Buffer.concat([head, utf8(aad)]),
        ),
      );
    },
    sealStream: (key, content, aad) => sealedStream(key, content, aad, random.bytes(16), form),
    sealedBytes: (key, plainBytes) => sealedStreamBytes(key, plainBytes, form),
    openStream: (key, sealed, aad, range) => openedStream(key, sealed, aad, form, range),
  };
}
