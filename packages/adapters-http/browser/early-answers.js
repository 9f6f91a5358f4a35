/**
 * What `sign-early.js` has asked for before any module was here, by its whole address.
 * @type {Map<string, { answer: Promise<Response>, headers: Record<string, string>, stop: AbortController }>}
 */
const coming = /** @type {any} */ (globalThis).earlyAnswers ?? new Map();

/**
 * The answer that is coming already, the first time that the very same is asked; undefined for everything else.
 * @param {string} address
 * @param {Pick<RequestInit, 'headers' | 'signal'>} [init] the signal ends it, as it ends a request of one's own
 */
export function earlyAnswer(address, { headers, signal } = {}) {
  const early = coming.get(address);
  if (early === undefined) return undefined;
  coming.delete(address);
  const stop = () => early.stop.abort(signal?.reason);
  if (!isAskedWith(headers, early.headers)) {
    stop();
    return undefined;
  }
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  return early.answer;
}

/**
 * Whether these are the headers, beside the one that says what is read. With what a code has unlocked the answer is another one.
 * @param {HeadersInit | undefined} given
 * @param {Record<string, string>} wanted
 */
function isAskedWith(given, wanted) {
  const headers = new Headers(given);
  headers.delete('accept');
  const names = Object.keys(wanted);
  return (
    [...headers.keys()].length === names.length && names.every((name) => headers.get(name) === wanted[name])
  );
}
