import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { stateBalance } from './graphics-states.ts';
import { dictEntry } from './names.ts';

const [contents, resources, xObject] = ['Contents', 'Resources', 'XObject'].map((text) =>
  PDFName.of(text),
) as [PDFName, PDFName, PDFName];

/** A stream with this content, packed. */
export const contentStream = (
  context: PDFContext,
  content: string,
  entries: Record<string, PDFObject> = {},
): PDFRef =>
  context.register(
    context.stream(deflateSync(Buffer.from(content, 'latin1')), {
      ...entries,
      Filter: PDFName.of('FlateDecode'),
    }),
  );

/** A stream with this content as it is. Streams of one page are read as if a blank was between them. */
export const plainStream = (context: PDFContext, content: string): PDFRef =>
  context.register(context.stream(Buffer.from(content, 'latin1')));

/**
 * Draws something over what a page shows, without touching that. The graphics state of the page is put back first, so
 * that what is drawn is in the coordinates of the page. The graphics that the content names are added to its resources.
 */
export function drawOver(
  page: PDFDict,
  graphics: readonly { readonly name: string; readonly ref: PDFRef }[],
  content: string,
): void {
  const { context } = page;
  const own = ownResources(page);
  const named = own.lookup(xObject);
  const all = named instanceof PDFDict ? named.clone(context) : context.obj({});
  for (const { name, ref } of graphics) all.set(PDFName.of(name), ref);
  own.set(xObject, all);
  const before = streamsOf(page);
  const { missing, open } = stateBalance(contentOf(before, context));
  const [keep, putBack] = ['q\n'.repeat(missing + 1), '\nQ'.repeat(open + 1)];
  const after = contentStream(context, `${putBack}\nq\n${content}\nQ\n`);
  page.set(contents, context.obj([contentStream(context, keep), ...before, after]));
}

/** The content of streams as one. What cannot be read draws nothing. */
function contentOf(streams: readonly PDFObject[], context: PDFContext): Uint8Array {
  const parts = streams.map((ref) => {
    const stream = context.lookup(ref);
    try {
      return stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : new Uint8Array();
    } catch {
      return new Uint8Array();
    }
  });
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
}

/** A name that no graphic of the page has yet. */
export function freeName(page: PDFDict, wanted: string): string {
  const named = dictEntry(page, 'Resources')?.lookup(xObject);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!(named instanceof PDFDict) || !named.has(PDFName.of(name))) return name;
  }
}

/** Pages share resources, and a change is meant for one of them. */
function ownResources(page: PDFDict): PDFDict {
  const shared = dictEntry(page, 'Resources');
  const own = shared === undefined ? page.context.obj({}) : shared.clone(page.context);
  page.set(resources, own);
  return own;
}

function streamsOf(page: PDFDict): PDFObject[] {
  const said = page.get(contents);
  const found = page.context.lookup(said);
  if (found instanceof PDFStream && said instanceof PDFRef) return [said];
  if (!(found instanceof PDFArray)) return [];
  return found.asArray().filter((each) => page.context.lookup(each) instanceof PDFStream);
}
