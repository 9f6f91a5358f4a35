import { pdfEngine } from './pdf-engine.js';
import { hasToken, signingContent, signingView } from './signing-link.js';

// Runs before the rest of the page's script is here, which takes a slow phone a while: by then the first answers have come.
// Nearly every link leads to a document, so what draws it is loaded as well.
let view = hasToken ? signingView() : null;
let bytes = view?.then(({ status }) => (status === 'ready' ? signingContent('plain') : null));
// Whoever takes them hears of a failure; until then nobody does.
for (const coming of hasToken ? [view, bytes, pdfEngine()] : []) coming?.catch(() => undefined);

/** Where the link leads to: the first time what was asked for already, and then anew. */
export function viewOnce() {
  const first = view;
  view = null;
  return first ?? signingView();
}

/** The bytes that are to be signed: the first time those that were asked for already, if any were, and then anew. */
export async function bytesOnce() {
  const first = bytes;
  bytes = undefined;
  return (await first) ?? signingContent('plain');
}
