import type { Anchor, FoundAnchor } from '@chancery/core';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { foundAnchors } from './anchors/found-anchors.ts';
import { wholeOf } from './documents.ts';

/** The task of the pool that looks for texts in a PDF, its source. */
export async function run(
  { anchors }: { readonly anchors: readonly Anchor[] },
  { sources: [content] }: TaskSurroundings,
): Promise<(FoundAnchor | null)[]> {
  return foundAnchors(await wholeOf(content), anchors);
}
