import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { dictEntry, name } from './names.ts';

interface AttachedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** Attaches the evidence of a signing round. */
export const attachEvidence = (document: PDFDocument, evidence: Uint8Array, at: Date): void =>
  attachFile(
    document,
    {
      ...{ fileName: 'chancery-evidence.json', mediaType: 'application/json' },
      ...{ description: 'Signing evidence', bytes: evidence },
    },
    at,
  );

/** Attaches a file as data that belongs to the whole document (ISO 32000-2, 14.13). */
export function attachFile(
  { context, catalog }: PDFDocument,
  { fileName, mediaType, description, bytes }: AttachedFile,
  at: Date,
): void {
  const stream = context.stream(deflateSync(bytes), {
    Type: 'EmbeddedFile',
    Subtype: PDFName.of(mediaType),
    Filter: 'FlateDecode',
    Params: {
      Size: bytes.byteLength,
      ModDate: PDFString.fromDate(at),
      CheckSum: PDFHexString.of(createHash('md5').update(bytes).digest('hex')),
    },
  });
  const file = context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(fileName),
      UF: PDFHexString.fromText(fileName),
      EF: { F: context.register(stream) },
      Desc: PDFHexString.fromText(description),
      AFRelationship: 'Data',
    }),
  );
  const names = dictEntry(catalog, 'Names') ?? context.obj({});
  names.set(name('EmbeddedFiles'), context.obj({ Names: [PDFHexString.fromText(fileName), file] }));
  catalog.set(name('Names'), names);
  catalog.set(name('AF'), context.obj([file]));
}
