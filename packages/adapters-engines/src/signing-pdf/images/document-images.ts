import { createHash } from 'node:crypto';
import type { PDFDocument } from 'pdf-lib';
import type { NamedImage } from '../marks/mark-content.ts';
import { embeddedPng } from './embedded-png.ts';

export type DocumentImages = ReturnType<typeof documentImages>;

/** The images of a document; one that is drawn several times is in the file once. */
export function documentImages({ context }: Pick<PDFDocument, 'context'>) {
  const known = new Map<string, NamedImage & { readonly ref: ReturnType<typeof embeddedPng>['ref'] }>();
  return {
    named: (png: Uint8Array): NamedImage => {
      const digest = createHash('sha256').update(png).digest('hex');
      const image = known.get(digest) ?? { ...embeddedPng(context, png), name: `I${known.size + 1}` };
      known.set(digest, image);
      return image;
    },
    /** The entry `XObject` of resources, for all images that were named. */
    resources: () => Object.fromEntries([...known.values()].map(({ name, ref }) => [name, ref])),
  };
}
