import type { ByteSource } from '@chancery/core';

/** Reads the bytes from `start` until before `end` in one piece; for small ranges. */
export async function readWhole(content: ByteSource, start: number, end: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  if (end > start) for await (const part of await content.read({ start, end })) parts.push(part);
  return Buffer.concat(parts);
}
