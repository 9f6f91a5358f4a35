import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { dictEntry, name } from './names.ts';

const fileName = 'chancery-evidence.json';

/** Attaches the evidence as data that belongs to the whole document (ISO 32000-2, 14.13). */
export function attachEvidence({ context, catalog }: PDFDocument, evidence: Uint8Array, at: Date): void {
  const stream = context.stream(deflateSync(evidence), {
    Type: 'EmbeddedFile',
    Subtype: PDFName.of('application/json'),
    Filter: 'FlateDecode',
    Params: {
      Size: evidence.byteLength,
      ModDate: PDFString.fromDate(at),
      CheckSum: PDFHexString.of(createHash('md5').update(evidence).digest('hex')),
    },
  });
  const file = context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(fileName),
      UF: PDFHexString.fromText(fileName),
      EF: { F: context.register(stream) },
      Desc: PDFHexString.fromText('Signing evidence'),
      AFRelationship: 'Data',
    }),
  );
  const names = dictEntry(catalog, 'Names') ?? context.obj({});
  names.set(name('EmbeddedFiles'), context.obj({ Names: [PDFHexString.fromText(fileName), file] }));
  catalog.set(name('Names'), names);
  catalog.set(name('AF'), context.obj([file]));
}
