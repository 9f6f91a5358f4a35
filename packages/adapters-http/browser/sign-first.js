import { pdfEngine } from './pdf-engine.js';
import { hasToken, signingContent, signingView } from './signing-link.js';

// Runs before the rest of the page's script is here, which takes a slow phone a while: by then the first answers have come.
// Nearly every link leads to a document, so its bytes and what draws them are asked for at once. Where it turns out that nothing
// is to be signed now, the bytes are not waited for: they may be many, and the line slow.
let view = hasToken ? signingView() : null;
const needless = new AbortController();
let bytes = hasToken ? signingContent('plain', needless.signal) : null;
view?.then(({ status }) => status !== 'ready' && needless.abort()).catch(() => needless.abort());
// Whoever takes them hears of a failure; until then nobody does.
for (const coming of hasToken ? [view, bytes, pdfEngine()] : []) coming?.catch(() => undefined);

/** Where the link leads to: the first time what was asked for already, and then anew. */
export function viewOnce() {
  const first = view;
  view = null;
  return first ?? signingView();
}

/** The bytes that are to be signed: the first time those that were asked for already, if they came, and then anew. */
export async function bytesOnce() {
  const first = await bytes?.catch(() => null);
  bytes = null;
  return first ?? signingContent('plain');
}
