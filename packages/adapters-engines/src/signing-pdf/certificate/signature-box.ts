import type { CertificateModel, EvidenceRecipient } from '@chancery/core';
import { writtenAll } from '../content.ts';
import type { NamedImage } from '../marks/mark-content.ts';
import { colours, type Item, margin, type Sheet, styles } from './sheet.ts';
import type { Words } from './words.ts';

const height = 46;
const padding = 5;

interface Given {
  readonly words: Words;
  readonly width: number;
  draw(png: Uint8Array): NamedImage;
}

/** The signature and the initials of a recipient as they look, at the right of the card; null if there is neither. */
export function signatureBox(
  sheet: Sheet,
  recipient: EvidenceRecipient,
  images: CertificateModel['images'],
  { words, width, draw }: Given,
): Item | null {
  const left = margin + sheet.width - width;
  const shown = (['signature', 'initials'] as const).filter((kind) => recipient[kind] !== null);
  if (shown.length === 0) return null;
  const each = height + 12;
  return {
    height: shown.length * each,
    draw: (top) =>
      shown
        .map((kind, index) => {
          const bottom = top - index * each - height;
          const png = images.find((image) => image.kind === kind)?.png;
          const inside = { left: left + padding, bottom: bottom + padding, width: width - 2 * padding };
          const content =
            png === undefined ? typed(sheet, recipient[kind]?.text ?? '', inside) : image(draw(png), inside);
          const frame = `${colours.hairline} 0.5 w ${writtenAll(left, bottom, width, height)} re S`;
          const caption = sheet.text(words[kind], styles.small, sheet.width - width).draw(bottom - 1);
          return [frame, content, caption].join('\n');
        })
        .join('\n'),
  };
}

interface Inside {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
}

const insideHeight = height - 2 * padding;

function image({ name, width, height: high }: NamedImage, inside: Inside): string {
  const scale = Math.min(inside.width / width, insideHeight / high);
  const left = inside.left + (inside.width - width * scale) / 2;
  const bottom = inside.bottom + (insideHeight - high * scale) / 2;
  return `q ${writtenAll(width * scale, 0, 0, high * scale, left, bottom)} cm /${name} Do Q`;
}

function typed({ fonts }: Sheet, text: string, inside: Inside): string {
  const line = fonts.line(text, 'serifItalic');
  const size = Math.min(20, inside.width / Math.max(line.width, 0.01));
  const left = inside.left + (inside.width - line.width * size) / 2;
  return `${colours.ink}\n${line.shown(left, inside.bottom + insideHeight / 2 - 0.3 * size, size)}`;
}
