import type { SignaturePage, SignaturePageField } from '@chancery/core';
import type { PDFDocument } from 'pdf-lib';
import { addedPage, type ExplicitPage } from '../added-page.ts';
import { isGerman } from '../certificate/words.ts';
import { writtenAll } from '../content.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { fittedLine } from '../text/fitted-line.ts';

const margin = 54;
const titleSize = 16;
const titleHeight = 36;
const blockHeight = 84;
const nameSize = 11;
const [signature, date, gap] = [{ width: 220, height: 44 }, { width: 120, height: 20 }, 12] as const;
/** From the top of a block to the baseline of its fields. */
const baseline = 64;
/** A page that has room for one block. */
const least = {
  width: 2 * margin + signature.width + gap + date.width,
  height: 2 * margin + titleHeight + blockHeight,
};

export interface MadeSignaturePages {
  readonly pages: readonly ExplicitPage[];
  readonly fields: readonly SignaturePageField[];
}

/** Pages of the size of the last one with a block for each signer: name, signature and date (SIG-6, documents 7.1). */
export function signaturePages(
  document: PDFDocument,
  { language, signers }: SignaturePage,
  before: readonly ExplicitPage[],
  fonts: DocumentFonts,
): MadeSignaturePages {
  const last = before.at(-1)?.page;
  const width = Math.max(last?.width ?? 0, least.width);
  const height = Math.max(last?.height ?? 0, least.height);
  const blocks = Math.floor((height - 2 * margin - titleHeight) / blockHeight);
  const [pages, fields]: [ExplicitPage[], SignaturePageField[]] = [[], []];
  for (let start = 0; start < signers.length; start += blocks) {
    const own = signers.slice(start, start + blocks);
    const content = [title(language, height, fonts)];
    for (const [index, { signerId, name }] of own.entries()) {
      const top = height - margin - titleHeight - index * blockHeight;
      content.push(blockContent(name, top, width, fonts));
      const place = { page: before.length + pages.length + 1, signerId, width, height };
      fields.push(
        fieldAt({ ...place, kind: 'signature', left: margin, bottom: top - baseline }),
        fieldAt({ ...place, kind: 'date', left: margin + signature.width + gap, bottom: top - baseline }),
      );
    }
    pages.push(addedPage(document, { width, height }, content, { Font: fonts.resources() }));
  }
  return { pages, fields };
}

function title(language: string, height: number, fonts: DocumentFonts): string {
  const line = fonts.line(isGerman(language) ? 'Unterschriften' : 'Signatures', 'sans');
  return line.shown(margin, height - margin - titleSize, titleSize);
}

/** The name, and a hair line below each field, on which people expect to sign. */
function blockContent(name: string, top: number, width: number, fonts: DocumentFonts): string {
  const { line, size } = fittedLine(fonts, { text: name, base: 'sans', size: nameSize }, width - 2 * margin);
  const y = top - baseline;
  const dateLeft = margin + signature.width + gap;
  return [
    line.shown(margin, top - nameSize, size),
    '0.5 w 0.6 G',
    `${writtenAll(margin, y)} m ${writtenAll(margin + signature.width, y)} l S`,
    `${writtenAll(dateLeft, y)} m ${writtenAll(dateLeft + date.width, y)} l S`,
  ].join('\n');
}

interface Place {
  readonly signerId: string;
  readonly kind: 'signature' | 'date';
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bottom: number;
}

function fieldAt({ signerId, kind, page, width, height, left, bottom }: Place): SignaturePageField {
  const size = kind === 'signature' ? signature : date;
  return {
    signerId,
    kind,
    page,
    x: left / width,
    y: 1 - (bottom + size.height) / height,
    width: size.width / width,
    height: size.height / height,
  };
}
