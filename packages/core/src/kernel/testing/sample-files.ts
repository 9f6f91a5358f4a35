import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly deflated?: boolean;
  readonly encrypted?: boolean;
  /** What the archive says instead of the truth. */
  readonly lies?: { readonly sizeBytes?: number; readonly localName?: string };
}

/** A ZIP of these entries (APPNOTE 4.3). */
export function aZip(entries: readonly ZipEntry[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, deflated = false, encrypted = false, lies = {} } of entries) {
    const plain = Buffer.from(content);
    const packed = deflated ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(deflated ? 8 : 0, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(lies.sizeBytes ?? plain.length, 18);
    const header = (text: string) => {
      const bytes = Buffer.from(common);
      bytes.writeUInt16LE(Buffer.byteLength(text), 22);
      return bytes;
    };
    const localName = lies.localName ?? name;
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      header(localName),
      Buffer.from(localName),
      packed,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const version = Buffer.from([20, 0]);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, header(name), rest, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...parts, central, end, Buffer.from(comment)]);
}

const ooxml = 'application/vnd.openxmlformats-officedocument';

/** An Office Open XML document: `wordprocessingml.document`, `spreadsheetml.sheet`, `presentationml.presentation`. */
export const anOfficeDocument = (
  kind: string,
  more: readonly ZipEntry[] = [],
  main = `${ooxml}.${kind}.main+xml`,
) =>
  aZip([
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${main}"/></Types>`,
      deflated: true,
    },
    { name: '_rels/.rels', content: '<Relationships/>' },
    { name: 'main.xml', content: '<document/>'.repeat(100), deflated: true },
    ...more,
  ]);

/** An OpenDocument file: `text`, `spreadsheet`, `presentation`. */
export const anOpenDocument = (kind: string) =>
  aZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    { name: 'content.xml', content: '<office:document-content/>', deflated: true },
  ]);

const ascii = (text: string) => Buffer.from(text, 'latin1');
const filled = (start: Buffer, sizeBytes = 600) =>
  Buffer.concat([start, Buffer.alloc(Math.max(0, sizeBytes - start.length), 0)]);
const isoMedia = (brand: string) =>
  filled(
    Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      ascii(`ftyp${brand}`),
      Buffer.alloc(4),
      ascii(`${brand}mif1`),
    ]),
  );

/** The smallest files that are what they seem, by their type. */
export const sampleFiles: Readonly<Record<string, { readonly fileName: string; readonly bytes: Buffer }>> = {
  'application/pdf': {
    fileName: 'a.pdf',
    bytes: ascii('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj\n%%EOF\n'),
  },
  [`${ooxml}.wordprocessingml.document`]: {
    fileName: 'a.docx',
    bytes: anOfficeDocument('wordprocessingml.document'),
  },
  [`${ooxml}.spreadsheetml.sheet`]: { fileName: 'a.xlsx', bytes: anOfficeDocument('spreadsheetml.sheet') },
  [`${ooxml}.presentationml.presentation`]: {
    fileName: 'a.pptx',
    bytes: anOfficeDocument('presentationml.presentation'),
  },
  'application/vnd.oasis.opendocument.text': { fileName: 'a.odt', bytes: anOpenDocument('text') },
  'application/vnd.oasis.opendocument.spreadsheet': {
    fileName: 'a.ods',
    bytes: anOpenDocument('spreadsheet'),
  },
  'application/vnd.oasis.opendocument.presentation': {
    fileName: 'a.odp',
    bytes: anOpenDocument('presentation'),
  },
  'application/rtf': { fileName: 'a.rtf', bytes: ascii('{\\rtf1\\ansi Hello}') },
  'text/plain': { fileName: 'a.txt', bytes: Buffer.from('Grüße,\nein Text.\n') },
  'text/csv': { fileName: 'a.csv', bytes: Buffer.from('name;amount\r\nAda;3\r\n') },
  'image/png': {
    fileName: 'a.png',
    bytes: filled(
      Buffer.concat([
        Buffer.from([0x89]),
        ascii('PNG\r\n\x1a\n\0\0\0\rIHDR'),
        Buffer.alloc(17),
        ascii('\0\0\0\x04IDAT'),
      ]),
    ),
  },
  'image/jpeg': { fileName: 'a.jpg', bytes: filled(Buffer.from([0xff, 0xd8, 0xff, 0xe0])) },
  'image/tiff': { fileName: 'a.tif', bytes: filled(ascii('II*\0\x08\0\0\0')) },
  'image/heic': { fileName: 'a.heic', bytes: isoMedia('heic') },
  'image/webp': { fileName: 'a.webp', bytes: filled(ascii('RIFF\x10\0\0\0WEBPVP8 ')) },
  'image/gif': { fileName: 'a.gif', bytes: filled(ascii('GIF89a')) },
  'audio/mpeg': {
    fileName: 'a.mp3',
    bytes: filled(Buffer.concat([ascii('ID3\x03\0\0'), Buffer.from([0, 4, 0, 0])])),
  },
  'audio/mp4': { fileName: 'a.m4a', bytes: isoMedia('M4A ') },
  'audio/wav': { fileName: 'a.wav', bytes: filled(ascii('RIFF\x10\0\0\0WAVEfmt ')) },
  'video/mp4': { fileName: 'a.mp4', bytes: isoMedia('isom') },
  'video/quicktime': { fileName: 'a.mov', bytes: isoMedia('qt  ') },
  'message/rfc822': {
    fileName: 'a.eml',
    bytes: ascii('From: ada@example.com\r\nSubject: Hello,\r\n folded\r\n\r\nThe text.\r\n'),
  },
  'application/dicom': {
    fileName: 'a.dcm',
    bytes: filled(Buffer.concat([Buffer.alloc(128), ascii('DICM')])),
  },
};
