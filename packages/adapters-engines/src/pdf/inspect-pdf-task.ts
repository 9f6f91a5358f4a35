import { constants } from 'node:buffer';
import type { ContentFlag } from '@chancery/core';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { packedPages } from './packed-pages.ts';
import { inspectPdf } from './pdf-inspection.ts';

/** The task of the pool that inspects a PDF, its one source. The pages come as bytes, because there may be many. */
export async function run(
  _: null,
  { sources: [content] }: TaskSurroundings,
): Promise<{ readonly flags: ContentFlag[]; readonly pages: Uint8Array | null }> {
  // The library warns of each large number, and nobody reads the output of this process.
  console.warn = () => undefined;
  const sizeBytes = content?.sizeBytes ?? 0;
  // More than fits into one piece of memory would exceed the limit of any task, so it is not read until it does.
  if (sizeBytes > constants.MAX_LENGTH) return { flags: ['damaged'], pages: null };
  const bytes = Buffer.alloc(sizeBytes);
  let at = 0;
  for await (const piece of (await content?.read()) ?? []) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  const { flags, pages } = inspectPdf(bytes);
  return { flags: [...flags], pages: pages === null ? null : packedPages(pages) };
}
