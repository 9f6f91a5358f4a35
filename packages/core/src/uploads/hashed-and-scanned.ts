import { streamingSha256 } from '../kernel/crypto.ts';
import type { ByteSource, ContentScanner } from '../kernel/ports.ts';

interface HashedAndScanned {
  readonly sha256: string;
  readonly scan: 'clean' | 'infected' | 'skipped';
}

/**
 * The SHA-256 of the content and what the scanner says; without a scanner nothing is looked for. A hash that somebody else
 * computes is awaited; if there is none, or null comes of it, the content is read once for both.
 */
export async function hashedAndScanned(
  content: ByteSource,
  scanner: ContentScanner | null,
  hash: Promise<string | null> | null,
): Promise<HashedAndScanned> {
  if (hash === null) return readForBoth(content, scanner);
  const [sha256, scan] = await Promise.all([
    hash,
    scanner === null ? ('clean' as const) : content.read().then((bytes) => scanner.scan(bytes)),
  ]);
  return { sha256: sha256 ?? (await readForBoth(content, null)).sha256, scan };
}

async function readForBoth(content: ByteSource, scanner: ContentScanner | null): Promise<HashedAndScanned> {
  const hash = streamingSha256();
  let [at, isScanning] = [0, scanner !== null];
  async function* hashed(bytes: AsyncIterable<Uint8Array>, isWanted: () => boolean) {
    for await (const part of bytes) {
      if (!isWanted()) return;
      hash.update(part);
      at += part.byteLength;
      yield part;
    }
  }
  const scan =
    scanner === null ? 'clean' : await scanner.scan(hashed(await content.read(), () => isScanning));
  // A scanner stops at what it finds, or when it is away; the rest is hashed all the same. What it may have asked for in
  // advance counts no more.
  isScanning = false;
  if (at < content.sizeBytes) {
    const rest = await content.read({ start: at, end: content.sizeBytes });
    for await (const _ of hashed(rest, () => true)) {
      // Only the hash is wanted.
    }
  }
  return { sha256: hash.hex(), scan };
}
