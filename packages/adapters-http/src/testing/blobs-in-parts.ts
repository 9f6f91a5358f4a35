import { MemoryBlobs } from '@chancery/adapters-persistence/testing';
import { inParts } from '@chancery/core/testing';

/** Gives its objects in parts, as a disk and S3 do. */
export class BlobsInParts extends MemoryBlobs {
  override async get(...asked: Parameters<MemoryBlobs['get']>) {
    const whole = await super.get(...asked);
    return whole === null ? null : parted(whole);
  }
}

async function* parted(whole: AsyncIterable<Uint8Array>) {
  for await (const part of whole) yield* inParts(part);
}
