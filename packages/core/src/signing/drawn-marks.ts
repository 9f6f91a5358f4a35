import type { Instant, PlainDate } from '../kernel/time.ts';
import type { OpenedMaterial } from './by-link/sealed-material.ts';
import type { SigningField } from './field.ts';
import type { DrawnMark, Mark } from './signing-pdf-composer.ts';

const usualFontSize = 10;

/** The marks of the fields that are filled (documents 7.1); dates are written in the language of the round. */
export function marksOf(
  fields: readonly SigningField[],
  materials: readonly OpenedMaterial[],
  language: string,
): Mark[] {
  const bySigner = new Map(materials.map((material) => [material.signerId, material]));
  return fields
    .filter(({ completedAt }) => completedAt !== null)
    .flatMap((field) => {
      const drawn = drawnOf(field, bySigner.get(field.signerId), language);
      if (drawn === null) return [];
      const { page, x, y, width, height } = field;
      return [{ page, x, y, width, height, ...drawn }];
    });
}

function drawnOf(
  field: SigningField,
  material: OpenedMaterial | undefined,
  language: string,
): DrawnMark | null {
  const { kind, value, fontSize, dateFormat } = field;
  if (kind === 'signature')
    return markOf(material?.signaturePng ?? null, material?.facts.typedSignature ?? null);
  if (kind === 'initials')
    return markOf(material?.initialsPng ?? null, material?.facts.typedInitials ?? null);
  if (kind === 'checkbox') return value === true ? { kind: 'check' } : null;
  if (typeof value !== 'string') return null;
  const text = kind === 'date' ? writtenDate(value, dateFormat, language) : value;
  return { kind: field.multiline ? 'lines' : 'line', text, fontSize: fontSize ?? usualFontSize };
}

function markOf(png: Uint8Array | null, text: string | null): DrawnMark | null {
  if (png !== null) return { kind: 'image', png };
  return text === null ? null : { kind: 'typed', text };
}

/** `2026-11-20`, `20/11/2026`, `11/20/2026` or `20 November 2026` in the language, if it is one that we write. */
export function writtenDate(date: PlainDate, format: SigningField['dateFormat'], language: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (format === 'dmy') return `${day}/${month}/${year}`;
  if (format === 'mdy') return `${month}/${day}/${year}`;
  return format === 'long' ? longDate(`${date}T00:00:00.000Z`, language) : date;
}

const english = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const german = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' });

const longDate = (at: Instant, language: string): string =>
  (language.toLowerCase().startsWith('de') ? german : english).format(Date.parse(at));
