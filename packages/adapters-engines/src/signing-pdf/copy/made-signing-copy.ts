import type { DocumentPage, SignaturePage, SignaturePageField } from '@chancery/core';
import type { PDFDocument } from 'pdf-lib';
import type { ExplicitPage } from '../added-page.ts';
import { loadedPdf, pageNodes, savedPdf } from '../documents.ts';
import { dictEntry, name } from '../names.ts';
import { DocumentFonts } from '../text/document-fonts.ts';
import { explicitPages, writePageTree } from './explicit-pages.ts';
import { flattenPage } from './flatten-page.ts';
import { quietObjects } from './quiet-objects.ts';
import { signaturePages } from './signature-page.ts';

export interface SigningCopyParts {
  readonly bytes: Uint8Array;
  readonly pages: readonly DocumentPage[];
  readonly fields: readonly SignaturePageField[];
}

/** What people sign (documents 6, step 1); or why there is none. */
export async function madeSigningCopy(
  original: Uint8Array,
  page: SignaturePage | null,
  furtherFaces: readonly string[],
): Promise<SigningCopyParts | 'damaged' | 'form'> {
  const document = await loadedPdf(original).catch(() => null);
  const nodes = document === null ? null : pageNodes(document);
  if (document === null || nodes === null) return 'damaged';
  const fonts = new DocumentFonts(document.context, furtherFaces);
  const pages = explicitPages(document, nodes);
  try {
    flattenForm(document, pages, fonts);
  } catch {
    return 'form';
  }
  const added = page === null ? { pages: [], fields: [] } : signaturePages(document, page, pages, fonts);
  writePageTree(document, [...pages, ...added.pages]);
  fonts.finish();
  quietObjects(document);
  const bytes = await savedPdf(document, [original]);
  return { bytes, pages: [...pages, ...added.pages].map((each) => each.page), fields: added.fields };
}

function flattenForm({ catalog }: PDFDocument, pages: readonly ExplicitPage[], fonts: DocumentFonts): void {
  const form = dictEntry(catalog, 'AcroForm');
  const needed = form?.lookup(name('NeedAppearances'));
  const facts = { form, needsAppearances: String(needed) === 'true' };
  for (const { dict } of pages) flattenPage(dict, facts, fonts);
}
