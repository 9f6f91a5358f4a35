import { offer } from '../kernel/context-ports.ts';
import { type DocumentLibrary, documentLibrary } from './document-library.ts';
import { ports } from './ports.ts';
import { type DocumentShareEnds, documentShareEnds } from './shares/document-share-ends.ts';

/** The ports that this context implements for others. */
export const offers = {
  documentLibrary: offer(ports, (own): DocumentLibrary => documentLibrary(own)),
  documentShareEnds: offer(ports, (own): DocumentShareEnds => documentShareEnds(own())),
};
