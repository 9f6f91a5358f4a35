import { deflateSync } from 'node:zlib';

/** What is between `obj` and `endobj`. */
export type PdfBody = string | Buffer;

export interface PdfParts {
  /** By their numbers. The catalog is number 1, unless `trailer` names another. */
  readonly objects: Readonly<Record<number, PdfBody>>;
  /** The numbers of those that lie in an object stream. A PDF with such has a table in a stream too. */
  readonly packed?: readonly number[];
  /** What the trailer says beside the size. */
  readonly trailer?: string;
}

const bytesOf = (text: PdfBody): Buffer => (typeof text === 'string' ? Buffer.from(text, 'latin1') : text);

/** A stream with these entries in its dictionary. */
export function aPdfStream(entries: string, content: PdfBody): Buffer {
  const bytes = bytesOf(content);
  return Buffer.concat([
    bytesOf(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    bytesOf('\nendstream'),
  ]);
}

export const aDeflatedPdfStream = (entries: string, content: PdfBody): Buffer =>
  aPdfStream(`${entries} /Filter /FlateDecode`, deflateSync(bytesOf(content)));

/** An object stream of these objects, before it is packed: its head, and all of it. */
export function objectStreamContent(objects: Readonly<Record<number, PdfBody>>): {
  readonly entries: string;
  readonly content: Buffer;
} {
  const bodies = Object.entries(objects).map(([number, body]) => [number, bytesOf(body)] as const);
  let at = 0;
  const pairs = bodies.map(([number, body]) => {
    const pair = `${number} ${at}`;
    at += body.length + 1;
    return pair;
  });
  const head = bytesOf(`${pairs.join(' ')}\n`);
  return {
    entries: `/Type /ObjStm /N ${bodies.length} /First ${head.length}`,
    content: Buffer.concat([head, ...bodies.flatMap(([, body]) => [body, bytesOf('\n')])]),
  };
}

export function anObjectStream(objects: Readonly<Record<number, PdfBody>>): Buffer {
  const { entries, content } = objectStreamContent(objects);
  return aDeflatedPdfStream(entries, content);
}

/** A PDF of these objects, with a table of where they are. */
export function pdfOf({ objects, packed = [], trailer = '/Root 1 0 R' }: PdfParts): Buffer {
  return withObjects(bytesOf('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), { objects, packed, trailer });
}

/** The file with further objects at its end, as a program adds them that changes a file without writing it anew. */
export function withRevision(
  file: Buffer,
  { objects, packed = [], trailer = '/Root 1 0 R' }: PdfParts,
): Buffer {
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(file.toString('latin1', file.length - 40))?.[1];
  return withObjects(file, { objects, packed, trailer: `${trailer} /Prev ${previous}` });
}

function withObjects(before: Buffer, { objects, packed, trailer }: Required<PdfParts>): Buffer {
  const parts = [before];
  let at = before.length;
  const places = new Map<number, number>();
  const write = (number: number, body: PdfBody) => {
    const bytes = Buffer.concat([bytesOf(`${number} 0 obj\n`), bytesOf(body), bytesOf('\nendobj\n')]);
    places.set(number, at);
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [number, body] of Object.entries(objects))
    if (!packed.includes(Number(number))) write(Number(number), body);
  const last = Math.max(...Object.keys(objects).map(Number));
  if (packed.length === 0) {
    const size = last + 1;
    parts.push(bytesOf(`${tableOf(places)}trailer\n<< /Size ${size} ${trailer} >>\n`));
  } else {
    write(
      last + 1,
      anObjectStream(Object.fromEntries(packed.map((number) => [number, objects[number] ?? '']))),
    );
    const container = { number: last + 1, packed };
    const start = at;
    write(last + 2, tableStreamOf(new Map([...places, [last + 2, start]]), container, trailer));
    at = start;
  }
  return Buffer.concat([...parts, bytesOf(`startxref\n${at}\n%%EOF\n`)]);
}

function tableOf(places: ReadonlyMap<number, number>): string {
  const sections = [...places].map(
    ([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
  );
  return `xref\n0 1\n0000000000 65535 f \n${sections.join('')}`;
}

function tableStreamOf(
  places: ReadonlyMap<number, number>,
  { number: container, packed }: { readonly number: number; readonly packed: readonly number[] },
  trailer: string,
): Buffer {
  const rows = [
    ...[...places].map(([number, at]) => [number, 1, at, 0] as const),
    ...packed.map((number, index) => [number, 2, container, index] as const),
  ].sort(([one], [other]) => one - other);
  const content = Buffer.alloc(rows.length * 7);
  for (const [index, [, kind, where, which]] of rows.entries()) {
    content.writeUInt8(kind, index * 7);
    content.writeUInt32BE(where, index * 7 + 1);
    content.writeUInt16BE(which, index * 7 + 5);
  }
  const size = Math.max(...rows.map(([number]) => number)) + 1;
  const sections = rows.map(([number]) => `${number} 1`).join(' ');
  return aDeflatedPdfStream(`/Type /XRef /Size ${size} /W [1 4 2] /Index [${sections}] ${trailer}`, content);
}

export interface LetterParts {
  /** Entries of the catalog, of the page tree and of its one page. */
  readonly catalog?: string;
  readonly tree?: string;
  readonly page?: string;
  readonly objects?: Readonly<Record<number, PdfBody>>;
  readonly packed?: readonly number[];
  readonly trailer?: string;
}

/** The parts of a PDF with one page; further objects begin at number 5. */
export const letterParts = ({
  catalog = '',
  tree = '',
  page = '/MediaBox [0 0 612 792]',
  objects = {},
  packed = [],
  trailer = '/Root 1 0 R',
}: LetterParts = {}): Required<PdfParts> => ({
  objects: {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: `<< /Type /Pages /Kids [3 0 R] /Count 1 ${tree} >>`,
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`,
    4: aDeflatedPdfStream('', 'BT /F1 12 Tf 72 720 Td (Dear Ada) Tj ET'),
    ...objects,
  },
  packed,
  trailer,
});

/** A PDF with one page. */
export const aPdfLetter = (parts: LetterParts = {}): Buffer => pdfOf(letterParts(parts));
