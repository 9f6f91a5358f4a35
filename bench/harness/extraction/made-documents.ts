import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { blankPage, scannedPdf } from '../../../packages/adapters-engines/src/text/testing/drawn-pages.ts';

export interface MadeDocument {
  readonly name: string;
  readonly language: string;
  readonly isScanned: boolean;
  readonly pdf: Uint8Array;
  /** What is written in it, as kind and value. */
  readonly dates: readonly string[];
  readonly identifiers: readonly string[];
}

interface Words {
  readonly language: string;
  readonly title: string;
  readonly filler: string;
  readonly dates: readonly (readonly [kind: string, label: string])[];
  readonly months: readonly string[];
  readonly written: (day: number, month: string, year: number) => string;
  readonly identifiers: readonly (readonly [kind: string, label: string])[];
}

const languages: readonly Words[] = [
  {
    language: 'en',
    title: 'Certificate of insurance',
    filler:
      'This document confirms that cover has been granted to the holder named above on the usual terms.',
    dates: [
      ['issue_date', 'Issue date'],
      ['effective_date', 'Valid from'],
      ['expiration_date', 'Expiration date'],
    ],
    months: 'January February March April May June July August September October November December'.split(
      ' ',
    ),
    written: (day, month, year) => `${day} ${month} ${year}`,
    identifiers: [
      ['policy_number', 'Policy number'],
      ['reference_number', 'Our reference'],
    ],
  },
  {
    language: 'de',
    title: 'Versicherungsschein',
    filler:
      'Hiermit wird bestätigt, dass der oben genannten Person Schutz zu den üblichen Bedingungen gewährt wird.',
    dates: [
      ['issue_date', 'Ausgestellt am'],
      ['effective_date', 'Gültig ab'],
      ['expiration_date', 'Gültig bis'],
    ],
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
    written: (day, month, year) => `${day}. ${month} ${year}`,
    identifiers: [
      ['policy_number', 'Versicherungsnummer'],
      ['reference_number', 'Aktenzeichen'],
    ],
  },
  {
    language: 'fr',
    title: 'Attestation',
    filler:
      'Le présent document confirme que la garantie est accordée à la personne nommée aux conditions habituelles.',
    dates: [
      ['issue_date', 'Délivré le'],
      ['effective_date', "Date d'effet"],
      ['expiration_date', "Date d'expiration"],
    ],
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
    written: (day, month, year) => `${day} ${month} ${year}`,
    identifiers: [
      ['policy_number', 'Numéro de police'],
      ['contract_number', 'Numéro de contrat'],
    ],
  },
  {
    language: 'es',
    title: 'Certificado',
    filler:
      'El presente documento confirma que se concede la cobertura a la persona nombrada en las condiciones de uso.',
    dates: [
      ['issue_date', 'Fecha de emisión'],
      ['effective_date', 'Válido desde'],
      ['expiration_date', 'Válido hasta'],
    ],
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
      ' ',
    ),
    written: (day, month, year) => `${day} de ${month} de ${year}`,
    identifiers: [
      ['policy_number', 'Número de póliza'],
      ['vat_id', 'NIF'],
    ],
  },
];

interface Placed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}
interface Content {
  readonly placed: readonly Placed[];
  readonly dates: readonly string[];
  readonly identifiers: readonly string[];
}

type Layout = 'lines' | 'columns' | 'table';
const two = (number: number) => String(number).padStart(2, '0');

/** What one document says; which days and numbers follow from its place among all of them. */
function contentOf(words: Words, layout: Layout, at: number): Content {
  const said = words.dates.map(([kind, label], index) => {
    const [year, month, day] = [
      2026 + index * 2,
      ((at * 5 + index * 3) % 12) + 1,
      ((at * 7 + index * 4) % 15) + 13,
    ];
    const forms = [
      `${year}-${two(month)}-${two(day)}`,
      `${two(day)}.${two(month)}.${year}`,
      words.written(day, words.months[month - 1] ?? '', year),
      `${two(day)}/${two(month)}/${year}`,
    ];
    return {
      truth: `${kind} ${year}-${two(month)}-${two(day)}`,
      label,
      value: forms[(at + index) % 4] ?? '',
    };
  });
  const numbers = words.identifiers.map(([kind, label], index) => {
    const value = `${['PL', 'KX', 'QF'][at % 3]}-${2026 + index}-${String(at * 37 + index * 11 + 100).padStart(5, '0')}`;
    return { truth: `${kind} ${value}`, label, value };
  });
  const rows = [...numbers, ...said];
  const fields = rows.flatMap(({ label, value }, row): Placed[] => {
    const y = 150 + row * 45;
    if (layout === 'lines') return [{ text: `${label}: ${value}`, x: 60, y }];
    if (layout === 'table')
      return [
        { text: label, x: 60, y },
        { text: value, x: 210, y },
      ];
    const column = row % 2 === 0 ? 60 : 320;
    return [
      { text: label, x: column, y: 150 + Math.floor(row / 2) * 70 },
      { text: value, x: column, y: 172 + Math.floor(row / 2) * 70 },
    ];
  });
  const prose = Array.from({ length: 6 }, (_, line) => ({ text: words.filler, x: 60, y: 450 + line * 24 }));
  return {
    placed: [{ text: words.title, x: 60, y: 90 }, ...fields, ...prose],
    dates: said.map(({ truth }) => truth),
    identifiers: numbers.map(({ truth }) => truth),
  };
}

const [width, height, size] = [595, 842, 10.5];

async function digital({ placed }: Content, rotation: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const isTurned = rotation % 180 !== 0;
  const page = document.addPage(isTurned ? [height, width] : [width, height]);
  page.setRotation(degrees(rotation));
  for (const { text, x, y } of placed) {
    const from =
      rotation === 90
        ? { x: y, y: x }
        : rotation === 180
          ? { x: width - x, y }
          : rotation === 270
            ? { x: height - y, y: width - x }
            : { x, y: height - y };
    page.drawText(text, { ...from, size, font, rotate: degrees(rotation) });
  }
  return document.save();
}

interface Scan {
  readonly turnedBy: number;
  readonly noise: number;
  readonly ink: string;
}

const scale = 200 / 72;

async function scanned(
  { placed }: Content,
  { turnedBy, noise, ink }: Scan,
  seed: number,
): Promise<Uint8Array> {
  const isSideways = Math.abs(turnedBy) === 90;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const canvas = blankPage(isSideways ? high : wide, isSideways ? wide : high);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.save();
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turnedBy * Math.PI) / 180);
  context.translate(-wide / 2, -high / 2);
  context.fillStyle = ink;
  context.font = `${size * scale}px Scanned`;
  for (const { text, x, y } of placed) context.fillText(text, x * scale, y * scale);
  context.restore();
  context.fillStyle = 'rgba(0, 0, 0, 0.55)';
  let state = seed + 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let speck = 0; speck < noise; speck += 1)
    context.fillRect(next() * canvas.width, next() * canvas.height, 1 + next() * 2, 1 + next() * 2);
  return scannedPdf([canvas.toBuffer('image/png')]);
}

interface Form {
  readonly name: string;
  readonly layout: Layout;
  readonly rotation?: number;
  readonly scan?: Scan;
}
const plain: Scan = { turnedBy: 0, noise: 0, ink: 'black' };

/** Sixteen forms, of which each language has one document. */
const forms: readonly Form[] = [
  { name: 'digital, lines', layout: 'lines' },
  { name: 'digital, columns', layout: 'columns' },
  { name: 'digital, table', layout: 'table' },
  { name: 'digital, turned by 90', layout: 'lines', rotation: 90 },
  { name: 'digital, turned by 180', layout: 'table', rotation: 180 },
  { name: 'digital, turned by 270', layout: 'columns', rotation: 270 },
  { name: 'scan, lines', layout: 'lines', scan: plain },
  { name: 'scan, columns', layout: 'columns', scan: plain },
  { name: 'scan, table', layout: 'table', scan: plain },
  { name: 'scan, specks', layout: 'lines', scan: { ...plain, noise: 2500 } },
  { name: 'scan, table with specks', layout: 'table', scan: { ...plain, noise: 1500 } },
  { name: 'scan, askew by 1', layout: 'lines', scan: { ...plain, turnedBy: 1 } },
  { name: 'scan, askew by -2', layout: 'lines', scan: { ...plain, turnedBy: -2 } },
  { name: 'scan, pale', layout: 'lines', scan: { ...plain, ink: '#8a8a8a' } },
  { name: 'scan, upside down', layout: 'lines', scan: { ...plain, turnedBy: 180 } },
  { name: 'scan, on its side', layout: 'table', scan: { ...plain, turnedBy: 90 } },
];

/** The documents of the bench, always the same. */
export async function* madeDocuments(most: number): AsyncIterable<MadeDocument> {
  let at = 0;
  for (const form of forms)
    for (const words of languages) {
      if (at >= most) return;
      const content = contentOf(words, form.layout, at);
      const { dates, identifiers } = content;
      const { scan, name } = form;
      const pdf = await (scan === undefined
        ? digital(content, form.rotation ?? 0)
        : scanned(content, scan, at));
      yield { name, language: words.language, isScanned: scan !== undefined, pdf, dates, identifiers };
      at += 1;
    }
}
