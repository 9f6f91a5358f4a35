import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from '@chancery/core';
import { directoryOf, UnsafeArchive } from './zip-inspection.ts';

/**
 * One part of an archive, or null if it has none of this name. It is never expanded further than to so many bytes, whatever the
 * archive says of its size; one that is larger is refused.
 */
export async function zipEntry(file: Buffer, name: string, mostBytes: number): Promise<Buffer | null> {
  const entry = (await directoryOf(inMemory(file))).find((one) => one.name === name);
  if (entry === undefined) return null;
  if (entry.at + 30 > file.length) throw new UnsafeArchive();
  const start = entry.at + 30 + file.readUInt16LE(entry.at + 26) + file.readUInt16LE(entry.at + 28);
  const packed = file.subarray(start, start + entry.compressedBytes);
  if (entry.method === 8) return inflateRawSync(packed, { maxOutputLength: mostBytes });
  if (packed.length > mostBytes) throw new UnsafeArchive();
  return packed;
}

const inMemory = (file: Buffer): ByteSource => ({
  sizeBytes: file.length,
  read: async (range) =>
    (async function* () {
      yield file.subarray(range?.start ?? 0, range?.end ?? file.length);
    })(),
});
