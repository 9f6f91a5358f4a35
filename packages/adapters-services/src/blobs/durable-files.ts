import type { FileHandle } from 'node:fs/promises';
import { longerThanAnnounced, shorterThanAnnounced } from './exact-stream.ts';

/**
 * Parts are gathered into groups of this size while the group before them is written, so that no more than two groups are
 * held: well below 1 MiB (UPL-4).
 */
const groupBytes = 256 * 1024;

/**
 * Writes the parts one behind the other from a position on; returns how many bytes they were. It throws, without writing
 * beyond them, if they are not `sizeBytes`.
 */
export async function writeParts(
  handle: FileHandle,
  parts: AsyncIterable<Uint8Array> | Uint8Array,
  { start = 0, sizeBytes = null }: { readonly start?: number; readonly sizeBytes?: number | null } = {},
): Promise<number> {
  let [position, group, size] = [start, [] as Uint8Array[], 0];
  let written = Promise.resolve();
  const send = () => {
    written = writeGroup(handle, group, position);
    written.catch(() => undefined); // whoever waits for it next learns of it
    position += size;
    [group, size] = [[], 0];
  };
  try {
    for await (const part of parts instanceof Uint8Array ? [parts] : parts) {
      group.push(part);
      size += part.byteLength;
      if (sizeBytes !== null && position + size > start + sizeBytes) throw longerThanAnnounced();
      if (size < groupBytes) continue;
      await written;
      send();
    }
    await written;
    send();
  } finally {
    await written; // the file is not closed while something is written to it
  }
  if (sizeBytes !== null && position < start + sizeBytes) throw shorterThanAnnounced();
  return position - start;
}

async function writeGroup(handle: FileHandle, group: readonly Uint8Array[], start: number): Promise<void> {
  let [rest, position] = [group, start];
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, position);
    position += bytesWritten;
    rest = after(rest, bytesWritten);
  }
}

/** What is left of the parts behind so many bytes. */
function after(parts: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let [skipped, index] = [bytes, 0];
  for (const part of parts) {
    if (part.byteLength > skipped) break;
    skipped -= part.byteLength;
    index += 1;
  }
  const [first, ...others] = parts.slice(index);
  return first === undefined ? [] : [first.subarray(skipped), ...others];
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** What was found, or something else if there is no such file. */
export const absentAs = <T, U>(absent: U, found: Promise<T>): Promise<T | U> =>
  found.catch((error: unknown) => {
    if (isAbsent(error)) return absent;
    throw error;
  });
