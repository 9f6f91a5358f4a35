import { offer } from '../kernel/context-ports.ts';
import { ports } from './ports.ts';
import { type DocumentShareEnds, documentShareEnds } from './shares/document-share-ends.ts';

/** The ports that this context implements for others. */
export const offers = {
  documentShareEnds: offer(ports, (own): DocumentShareEnds => documentShareEnds(own())),
};
