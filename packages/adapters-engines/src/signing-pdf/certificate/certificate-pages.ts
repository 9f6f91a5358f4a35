import type { CertificateModel } from '@chancery/core';
import type { PDFDocument } from 'pdf-lib';
import { addedPage, type ExplicitPage } from '../added-page.ts';
import type { Drawing } from '../marks/draw-marks.ts';
import { fittedLine } from '../text/fitted-line.ts';
import { closingSections, eventsSection } from './closing-sections.ts';
import { openParts } from './open-digests-in.ts';
import { overviewSection } from './overview-section.ts';
import { recipientsSection } from './recipients-section.ts';
import { colours, type Group, line, margin, Sheet, styles } from './sheet.ts';
import { type CertificateKind, summarySection } from './summary-section.ts';
import { wordsOf } from './words.ts';

export interface Paper {
  readonly width: number;
  readonly height: number;
}
export const a4: Paper = { width: 595.28, height: 841.89 };
const footerHeight = 26;

export interface CertificatePages {
  readonly pages: readonly ExplicitPage[];
  /** The parts of their content that hold the open digests. */
  readonly open: readonly string[];
}

/** The pages of a certificate, made but not yet in the page tree (SEA-12). */
export function certificatePages(
  document: PDFDocument,
  model: CertificateModel,
  kind: CertificateKind,
  { fonts, images }: Drawing,
  paper: Paper = a4,
): CertificatePages {
  const words = wordsOf(model.language);
  const sheet = new Sheet(paper.width - 2 * margin, fonts);
  const contents = paged(
    [
      ...summarySection(sheet, model, kind, words),
      overviewSection(sheet, model, words),
      ...recipientsSection(sheet, model, words, images.named),
      ...eventsSection(sheet, model, words),
      ...closingSections(sheet, model, words),
    ],
    paper,
  ).map(openParts);
  const { document: subject } = model.facts;
  const pages = contents.map((parts, index) => {
    const number = `${words.page} ${index + 1} ${words.of} ${contents.length}`;
    const foot = footer(sheet, `${words.title} · ${subject.name}`, number);
    return addedPage(document, paper, [accent(paper), ...parts, foot], {
      Font: fonts.resources(),
      XObject: images.resources(),
    });
  });
  return { pages, open: contents.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.plain])) };
}

/** Divides the groups into pages: the content of each. */
function paged(groups: readonly Group[], { height }: Paper): readonly string[] {
  const [top, bottom] = [height - margin, margin + footerHeight];
  const pages: string[][] = [[]];
  let at = top;
  const turn = () => {
    pages.push([]);
    at = top;
  };
  for (const group of groups) {
    const whole = group.reduce((sum, item) => sum + item.height, 0);
    if (whole > at - bottom && whole <= top - bottom) turn();
    for (const item of group) {
      if (item.height > at - bottom && at < top) turn();
      if (at === top && item.isGap === true) continue;
      pages.at(-1)?.push(item.draw(at));
      at -= item.height;
    }
  }
  return pages.map((parts) => parts.filter(Boolean).join('\n'));
}

/** A line of colour at the head of each page. */
const accent = ({ width, height }: Paper): string => `${colours.accent} 0 ${height - 5} ${width} 5 re f`;

function footer(sheet: Sheet, subject: string, number: string): string {
  const { face, size } = styles.small;
  const wide = sheet.fonts.line(number, face).width * size;
  const fitted = fittedLine(sheet.fonts, { text: subject, base: face, size }, sheet.width - wide - 16);
  const y = margin - 8;
  return [
    `${colours.hairline} 0.5 w ${line(margin, y + 14, margin + sheet.width, y + 14)}`,
    styles.small.colour,
    fitted.line.shown(margin, y, fitted.size),
    sheet.fonts.line(number, face).shown(margin + sheet.width - wide, y, size),
  ].join('\n');
}
