import type { BundleBlock } from '@chancery/core';
import { type PDFDocument, PDFObjectCopier, type PDFPageLeaf, type PDFRef } from 'pdf-lib';
import type { ExplicitPage } from '../added-page.ts';
import { explicitPages } from '../copy/explicit-pages.ts';
import { flattenPage } from '../copy/flatten-page.ts';
import { quietObjects } from '../copy/quiet-objects.ts';
import { loadedPdf, pageNodes } from '../documents.ts';
import { dictEntry, name } from '../names.ts';
import { DocumentFonts } from '../text/document-fonts.ts';

/** What of a file is shown: its pages, or a picture; nothing of one that cannot be read. */
export interface InlinedFile {
  readonly pages: readonly ExplicitPage[];
  readonly picture: Picture | null;
}
interface Picture {
  readonly name: string;
  readonly ref: PDFRef;
  readonly width: number;
  readonly height: number;
}

type FileBlock = Extract<BundleBlock, { readonly kind: 'file' }>;

/** Null if the bytes are not what they are said to be, or need a password. */
export async function inlinedFile(
  document: PDFDocument,
  bytes: Uint8Array,
  { form, source }: Pick<FileBlock, 'form' | 'source'>,
): Promise<InlinedFile | null> {
  try {
    if (form === 'pdf') return { pages: await pagesOf(document, bytes), picture: null };
    const image = await (form === 'png' ? document.embedPng(bytes) : document.embedJpg(bytes));
    await image.embed();
    const { ref, width, height } = image;
    return { pages: [], picture: { name: `Im${source + 1}`, ref, width, height } };
  } catch {
    return null;
  }
}

/** Pages of another document, with what people filled in as a part of them, and without anything that acts by itself. */
async function pagesOf(document: PDFDocument, bytes: Uint8Array): Promise<readonly ExplicitPage[]> {
  const source = await loadedPdf(bytes);
  const nodes = pageNodes(source);
  if (nodes === null) throw new TypeError('The pages cannot be found');
  const fonts = new DocumentFonts(source.context, []);
  const pages = explicitPages(source, nodes);
  const form = dictEntry(source.catalog, 'AcroForm');
  const facts = { form, needsAppearances: String(form?.lookup(name('NeedAppearances'))) === 'true' };
  for (const { dict } of pages) flattenPage(dict, facts, fonts);
  fonts.finish();
  quietObjects(source);
  const copier = PDFObjectCopier.for(source.context, document.context);
  return pages.map(({ page, dict }) => {
    const copy = copier.copy(dict as PDFPageLeaf);
    return { page, dict: copy, ref: document.context.register(copy) };
  });
}
