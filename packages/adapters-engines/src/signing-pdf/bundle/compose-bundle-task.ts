import type { BundleBlock, BundleModel } from '@chancery/core';
import { PDFDocument, type PDFRef } from 'pdf-lib';
import type { TaskSurroundings } from '../../pool/engine-task.ts';
import { addedPage, type ExplicitPage } from '../added-page.ts';
import { attachFile } from '../attached-evidence.ts';
import { line, margin, Sheet, styles } from '../certificate/sheet.ts';
import { writePageTree } from '../copy/explicit-pages.ts';
import { savedPdf, wholeOf, writeInfo } from '../documents.ts';
import { DocumentFonts } from '../text/document-fonts.ts';
import { type BodyPage, BundleFlow } from './bundle-flow.ts';
import { contentsPages } from './contents-pages.ts';
import { inlinedFile } from './inlined-file.ts';
import { footStamp, stampInlined } from './page-stamp.ts';

export interface BundleInput {
  readonly model: BundleModel;
  readonly mostPages: number;
  /** Files of fonts. */
  readonly furtherFaces: readonly string[];
}
export type BundleOutput =
  | { readonly kind: 'made'; readonly bytes: Uint8Array; readonly pages: number }
  | { readonly kind: 'too_large' };

const a4 = { width: 595.28, height: 841.89 };

/** The task of the pool that composes a bundle; its sources are the files that are shown in it. */
export async function run(
  { model, mostPages, furtherFaces }: BundleInput,
  { sources }: TaskSurroundings,
): Promise<BundleOutput> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new DocumentFonts(document.context, furtherFaces, 'code');
  const sheet = new Sheet(a4.width - 2 * margin, fonts);
  const pictures: Record<string, PDFRef> = {};
  const body = new BundleFlow(sheet);
  const places: number[] = [];
  for (const section of model.sections) {
    places.push(body.section(section));
    for (const block of section.blocks) {
      if (block.kind !== 'file') body.block(block);
      else await placeFile(document, body, block, { bytes: await wholeOf(sources[block.source]), pictures });
      if (body.pages.length > mostPages) return { kind: 'too_large' };
    }
  }
  const front = frontOf(sheet, model, places);
  const all = [...front, ...body.pages];
  if (all.length > mostPages) return { kind: 'too_large' };
  const pages = finished(document, all, { model, fonts, pictures });
  writePageTree(document, pages);
  fonts.finish();
  const at = new Date(model.at);
  writeInfo(document, { Title: model.title, Producer: 'Chancery', CreationDate: at, ModDate: at });
  if (model.attached !== undefined) {
    const { text, ...attached } = model.attached;
    attachFile(document, { ...attached, bytes: Buffer.from(text) }, at);
  }
  const bytes = await savedPdf(document, [Buffer.from(JSON.stringify(model))]);
  return { kind: 'made', bytes, pages: pages.length };
}

async function placeFile(
  document: PDFDocument,
  body: BundleFlow,
  block: Extract<BundleBlock, { readonly kind: 'file' }>,
  { bytes, pictures }: { readonly bytes: Uint8Array; readonly pictures: Record<string, PDFRef> },
): Promise<void> {
  const file = await inlinedFile(document, bytes, block);
  if (file === null) return body.block({ kind: 'text', text: block.otherwise, isStruck: false });
  if (file.picture !== null) pictures[file.picture.name] = file.picture.ref;
  body.file(file);
}

/** The cover, and the table of contents where there is one. */
function frontOf(sheet: Sheet, { title, cover, contents, sections }: BundleModel, places: readonly number[]) {
  if (cover === null) return [];
  const flow = new BundleFlow(sheet);
  flow.section({ title, level: 1 });
  for (const block of cover) if (block.kind !== 'file') flow.block(block);
  if (contents === null) return flow.pages;
  const entries = sections.map((section, index) => ({ ...section, place: places[index] ?? 0 }));
  return [...flow.pages, ...contentsPages(sheet, contents, entries, flow.pages.length)];
}

interface Finishing {
  readonly model: BundleModel;
  readonly fonts: DocumentFonts;
  readonly pictures: Readonly<Record<string, PDFRef>>;
}

function finished(
  document: PDFDocument,
  pages: readonly BodyPage[],
  { model, fonts, pictures }: Finishing,
): readonly ExplicitPage[] {
  const stampOf = ({ before, after, page, of }: BundleModel['stamp'], index: number) =>
    `${before} · ${page} ${index + 1} ${of} ${pages.length} · ${after}`;
  // Every stamp is laid out before the first page says which fonts it needs.
  const stamps = pages.map((_, index) => footStamp(fonts, stampOf(model.stamp, index)));
  const rule = `0.82 0.85 0.89 RG 0.5 w ${line(margin, 40, a4.width - margin, 40)}\n${styles.small.colour}`;
  return pages.map((each, index) => {
    if (each.kind === 'inlined') {
      stampInlined(each.page, stampOf(model.stamp, index), fonts);
      return each.page;
    }
    return addedPage(document, a4, [...each.parts, rule, stamps[index] ?? ''], {
      Font: fonts.resources(),
      XObject: pictures,
    });
  });
}
