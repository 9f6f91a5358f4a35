import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { byteRangePlace, unsealedStart } from './unsealed-start.ts';

/** The place of the signature in a file: from its opening bracket to behind its closing one. */
export interface SealRoom {
  readonly start: number;
  readonly end: number;
  /** How many bytes of signature it can take. */
  readonly bytes: number;
}

/**
 * Finds the place of the signature in a prepared file, and writes the byte range into it. Null if there is no
 * placeholder. Text of the document may look like one, but it comes before the objects that sealing adds.
 */
export function preparedRoom(file: Buffer): SealRoom | null {
  const at = file.lastIndexOf(unsealedStart, undefined, 'latin1');
  if (at < 0) return null;
  const start = at + unsealedStart.length - 1;
  const end = file.indexOf('>', start, 'latin1') + 1;
  if (end <= 0) return null;
  const range = `[0 ${start} ${end} ${file.length - end}]`;
  file.write(range.padEnd(byteRangePlace.length), at + byteRangePlace.offset, 'latin1');
  return { start, end, bytes: (end - start - 2) / 2 };
}

/** Writes the signature into its room and fills up with zeros. */
export function writeSignature(file: Buffer, { start, bytes }: SealRoom, signature: Uint8Array): void {
  const hex = Buffer.from(signature).toString('hex');
  file.write(hex.padEnd(bytes * 2, '0'), start + 1, 'latin1');
}

const pieceBytes = 4 * 1024 * 1024;

/** SHA-256 of everything except the room. Others get their turn in between, because a file may be large. */
export async function sha256Around(file: Buffer, { start, end }: SealRoom): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of [file.subarray(0, start), file.subarray(end)])
    for (let at = 0; at < part.length; at += pieceBytes) {
      hash.update(part.subarray(at, at + pieceBytes));
      if (part.length > pieceBytes) await turn();
    }
  return hash.digest();
}
