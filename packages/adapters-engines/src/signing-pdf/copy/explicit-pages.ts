import type { DocumentPage } from '@chancery/core';
import { type PDFDict, type PDFDocument, PDFPageLeaf, PDFPageTree, PDFRef } from 'pdf-lib';

import { boxOf, type PageNode } from '../../pdf/page-list.ts';
import type { ExplicitPage } from '../added-page.ts';
import { name } from '../names.ts';

/**
 * Puts all pages directly below the root of the page tree, and writes into each what it had from the nodes above it and
 * what its size is taken for (CNT-13), so that every reader finds the same pages.
 */
export function explicitPages(document: PDFDocument, nodes: readonly PageNode[]): ExplicitPage[] {
  const taken = new Set<PDFDict>();
  const pages = nodes.map(({ page, node, dict: found, inherited }) => {
    const { context } = document;
    const dict = PDFPageLeaf.fromMapWithContext(new Map(found.entries()), context);
    // One page may be at several places of a tree, and each place is a page of its own here.
    const ref = node instanceof PDFRef && !taken.has(found) ? node : context.nextRef();
    taken.add(found);
    context.assign(ref, dict);
    dict.set(name('Type'), name('Page'));
    dict.set(name('Resources'), inherited.resources ?? context.obj({}));
    writeSize(dict, page, inherited);
    return { page, dict, ref };
  });
  writePageTree(document, pages);
  return pages;
}

/** The tree of these pages, in place of whatever there was. */
export function writePageTree({ context, catalog }: PDFDocument, pages: readonly ExplicitPage[]): void {
  const entries = context.obj({ Type: 'Pages', Kids: pages.map(({ ref }) => ref), Count: pages.length });
  const tree = context.register(PDFPageTree.fromMapWithContext(new Map(entries.entries()), context));
  for (const { dict } of pages) dict.set(name('Parent'), tree);
  catalog.set(name('Pages'), tree);
}

function writeSize(
  dict: PDFDict,
  { cropBox, rotation }: DocumentPage,
  { mediaBox }: PageNode['inherited'],
): void {
  const { context } = dict;
  const resolved = (object: Parameters<typeof context.lookup>[0]) => context.lookup(object);
  const sound = boxOf(mediaBox, { catalog: null, resolved });
  dict.set(name('MediaBox'), context.obj([...(sound ?? cropBox)]));
  dict.set(name('CropBox'), context.obj([...cropBox]));
  if (rotation === 0) dict.delete(name('Rotate'));
  else dict.set(name('Rotate'), context.obj(rotation));
}
